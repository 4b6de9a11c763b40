import { readdir } from 'node:fs/promises'
import { day } from '../../data/time.ts'
import { asidePrefix, daysKept } from './expire.ts'
import { backupsIn, instantOf } from './folder.ts'
import { storedNames } from './stored-mark.ts'

/** A copy of the database, and until when it is kept (ISO 8601 in UTC). */
export type Holding = { name: string; until: string }

/**
 * The copies on this machine, and the backups in the object store, that may hold what came into the database at `since` (ISO 8601
 * in UTC) and is erased now: all that were taken after it, one that is being made included, and what a restore put aside.
 */
export async function backupsHolding(dataDir: string, since: string): Promise<Holding[]> {
  const backups = (await readdir(await backupsIn(dataDir))).map((name) => name.replace(/\.partial$/, ''))
  const putAside = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix))
  const first = Math.floor(Date.parse(since) / 1000) * 1000
  return [...new Set([...backups, ...storedNames(dataDir), ...putAside])].flatMap((name) => {
    const taken = instantOf(name.replace(asidePrefix, ''))
    return taken === null || taken < first ? [] : [{ name, until: new Date(taken + daysKept * day).toISOString() }]
  })
}
