/** Locks `dataDir`, because two processes with one `dataDir` would overwrite each other's pages. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { tryLock } from '../../data/db/lock.ts'
import { readJson } from './json-file.ts'
import { StartProblem } from './start-problem.ts'

const holderSchema = z.object({ pid: z.int(), host: z.string(), since: z.iso.datetime() })

export class DataDirInUse extends StartProblem {}

export async function lockDataDir(dataDir: string, timeoutMs = 12_000): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Counts the waits instead of reading the clock, which may jump.
  for (let remainingMs = timeoutMs; ; remainingMs -= 200) {
    const unlock = tryLock(join(dataDir, 'server.lock'))
    if (unlock) {
      noteHolder(dataDir)
      return () => {
        rmSync(noteFile(dataDir), { force: true })
        unlock()
      }
    }
    if (remainingMs <= 0) throw new DataDirInUse(`la carpeta ${dataDir} está en uso por ${holderOf(dataDir)}`)
    await wait(200)
  }
}

const noteFile = (dataDir: string) => join(dataDir, 'server.lock.json')

function noteHolder(dataDir: string): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    writeFileSync(noteFile(dataDir), JSON.stringify(holder), { mode: 0o600 })
  } catch {}
}

function holderOf(dataDir: string): string {
  const holder = readJson(noteFile(dataDir), holderSchema)
  return holder ? `el proceso ${holder.pid} de la máquina ${holder.host}, desde ${holder.since}` : 'otro proceso'
}
