import { writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAhead } from '../../data/instants.ts'
import { dayMs, hourMs } from '../../data/time.ts'
import { lookAtClock } from '../system/clock.ts'
import { readJson } from '../system/json-file.ts'
import { backupsIn, instantOf, lastBackup, provenBackups } from './folder.ts'

export const daysKept = 14

export const asidePrefix = 'before-restore-'

const notesSchema = z.object({ removed: z.array(z.number()), found: z.record(z.string(), z.number()) })

/**
 * Removes expired backups, but at most as many as were made within the last day, and never the newest. Returns the names of
 * backups that could not be removed.
 */
export async function removeExpired(dataDir: string, now = Date.now()): Promise<string[]> {
  const all = await backupsIn(dataDir)
  const { isSteady } = lookAtClock(dataDir, now)
  const stuck: string[] = []
  const remove = (folder: string, name: string) =>
    rm(join(folder, name), { recursive: true, force: true }).catch(() => void stuck.push(name))
  const isLeft = (name: string) => name.endsWith('.partial') && !isUnderWay(name.replace(/\.partial$/, ''), now)
  for (const name of (await readdir(all)).filter(isLeft)) await remove(all, name)

  const file = join(all, 'expiry.json')
  const notes = readJson(file, notesSchema) ?? { removed: [], found: {} }
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix))
  const firstLooks: Record<string, number> = {}
  /** If a folder's date is in the future, its age counts from the run that first saw the folder. */
  const isExpired = (name: string): boolean => {
    const instant = instantOf(name.replace(asidePrefix, ''))
    if (instant === null) return false
    if (!isAhead(instant, now)) return now - instant > daysKept * dayMs
    const since = notes.found[name] ?? now
    firstLooks[name] = isAhead(since, now) ? now : since
    return now - since > daysKept * dayMs
  }
  const backups = (await readdir(all)).toSorted().filter(isExpired)
  const oldAside = aside.filter(isExpired)
  const newest = (await lastBackup(dataDir, now)) ?? (await provenBackups(dataDir)).at(-1)
  const removed = notes.removed.filter((at) => now - at < dayMs && !isAhead(at, now))
  const allowed = isSteady ? Math.max(1, await madeWithinDay(dataDir, now)) - removed.length : 0
  const going = backups.filter((name) => name !== newest?.name).slice(0, Math.max(0, allowed))
  // Notes the removals first. So an interrupted run removes too few backups, never too many.
  try {
    writeFileSync(file, JSON.stringify({ removed: [...removed, ...going.map(() => now)], found: firstLooks }), { mode: 0o600 })
  } catch {
    return [...stuck, ...going]
  }
  for (const name of going) await remove(all, name)
  if (isSteady) for (const name of oldAside) await remove(dataDir, name)
  return stuck
}

function isUnderWay(name: string, now: number): boolean {
  const began = instantOf(name)
  return began !== null && !isAhead(began, now) && now - began < hourMs
}

async function madeWithinDay(dataDir: string, now: number): Promise<number> {
  const ages = (await provenBackups(dataDir)).map(({ proof }) => now - Date.parse(proof.takenAt))
  return ages.filter((age) => age >= 0 && age < dayMs).length
}
