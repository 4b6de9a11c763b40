/** Removing what is 14 days old: whoever was deleted from the database is gone from its copies too when they are. */
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAhead } from '../../data/instants.ts'
import { day, hour } from '../../data/time.ts'
import { lookAtClock } from '../system/clock.ts'
import { backupsIn, instantOf, lastBackup, provenBackups } from './folder.ts'

export const daysKept = 14

/** What `restore` sets aside: `before-restore-` and its time. */
export const asidePrefix = 'before-restore-'

/** Instants in Unix milliseconds: of removals in the last day, and of first looks at folders whose time had not come. */
const notesSchema = z.object({ removed: z.array(z.number()), found: z.record(z.string(), z.number()) })

/**
 * Removes backups older than 14 days at `now` (Unix milliseconds), whether new ones are made or not, the oldest first: in a
 * day at most as many as were made that day, or one. The newest good one stays. What `restore` set aside goes after
 * 14 days as well. Nothing goes while the clock is not to be believed. What an interrupted backup left goes always, an hour after
 * it began: until then it may be under way. Returns the names of what should have gone and could not, such as what another user put
 * there: that stops no new backup.
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
  const notes = readNotes(file)
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix))
  const found: Record<string, number> = {}
  /** Whether a folder is too old. One from the future counts from the day on which it was found. */
  const isExpired = (name: string): boolean => {
    const named = instantOf(name.replace(asidePrefix, ''))
    if (named === null) return false
    if (!isAhead(named, now)) return now - named > daysKept * day
    const since = notes.found[name] ?? now
    found[name] = isAhead(since, now) ? now : since
    return now - since > daysKept * day
  }
  const backups = (await readdir(all)).toSorted().filter(isExpired)
  const oldAside = aside.filter(isExpired)
  const kept = (await lastBackup(dataDir, now)) ?? (await provenBackups(dataDir)).at(-1)
  const removed = notes.removed.filter((at) => now - at < day && !isAhead(at, now))
  const allowed = isSteady ? Math.max(1, await madeWithinDay(dataDir, now)) - removed.length : 0
  const going = backups.filter((name) => name !== kept?.name).slice(0, Math.max(0, allowed))
  // Noted before it is done: stopped in between, one less is removed, not one more.
  try {
    writeNotes(file, { removed: [...removed, ...going.map(() => now)], found })
  } catch {
    return [...stuck, ...going]
  }
  for (const name of going) await remove(all, name)
  if (isSteady) for (const name of oldAside) await remove(dataDir, name)
  return stuck
}

/** Whether a backup of this name may be being made: by the server, and somebody makes one by hand, or the other way about. */
function isUnderWay(name: string, now: number): boolean {
  const began = instantOf(name)
  return began !== null && !isAhead(began, now) && now - began < hour
}

async function madeWithinDay(dataDir: string, now: number): Promise<number> {
  const ages = (await provenBackups(dataDir)).map(({ proof }) => now - Date.parse(proof.takenAt))
  return ages.filter((age) => age >= 0 && age < day).length
}

type Notes = z.infer<typeof notesSchema>

function readNotes(file: string): Notes {
  try {
    return notesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { removed: [], found: {} }
  }
}

function writeNotes(file: string, notes: Notes): void {
  writeFileSync(file, JSON.stringify(notes), { mode: 0o600 })
}
