/** One process for each DATA_DIR: two would overwrite each other's pages and remove each other's uploads. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { tryLock } from '../../data/db/lock.ts'
import { StartProblem } from './start-problem.ts'

const holderSchema = z.object({ pid: z.int(), host: z.string(), since: z.iso.datetime() })

/** Why a folder cannot be taken, in Spanish: who has it. */
export class DataDirInUse extends StartProblem {}

/**
 * Takes a DATA_DIR, which is made when it is not there, for this process until it ends; returns a function that gives it
 * back before. Waits for so many milliseconds: whoever stops may need ten seconds to finish. Throws DataDirInUse after.
 */
export async function lockDataDir(dataDir: string, patience = 12_000): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Counted in tries: the clock may jump.
  for (let left = patience; ; left -= 200) {
    const release = tryLock(join(dataDir, 'server.lock'))
    if (release) {
      noteHolder(dataDir)
      return () => {
        rmSync(noteFile(dataDir), { force: true })
        release()
      }
    }
    if (left <= 0) throw new DataDirInUse(`la carpeta ${dataDir} está en uso por ${holderOf(dataDir)}`)
    await wait(200)
  }
}

const noteFile = (dataDir: string) => join(dataDir, 'server.lock.json')

function noteHolder(dataDir: string): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    writeFileSync(noteFile(dataDir), JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // A full disk. The lock holds without it; only nobody can say whose it is.
  }
}

function holderOf(dataDir: string): string {
  try {
    const { pid, host, since } = holderSchema.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')))
    return `el proceso ${pid} de la máquina ${host}, desde ${since}`
  } catch {
    return 'otro proceso'
  }
}
