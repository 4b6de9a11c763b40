import { readdir } from 'node:fs/promises'
import { backupsIn, daysKept, instantOf, nameOf } from './folder.ts'

/** A copy of the database, and until when it is kept (ISO 8601 in UTC); null where nobody but its owner removes it. */
export type Holding = { name: string; until: string | null }

const day = 24 * 60 * 60 * 1000
const aside = 'before-restore-'

/**
 * The copies on this machine that may hold what came into the database at `since` (ISO 8601 in UTC) and is erased now:
 * all that were taken after it, one that is being made included, and what a restore put aside.
 */
export async function backupsHolding(dataDir: string, since: string): Promise<Holding[]> {
  const backups = (await readdir(await backupsIn(dataDir))).map((name) => name.replace(/\.partial$/, ''))
  const putAside = (await readdir(dataDir)).filter((name) => name.startsWith(aside))
  const isLater = (name: string) => nameOf.test(name) && instantOf(name) >= Math.floor(Date.parse(since) / 1000) * 1000
  return [
    ...backups.filter(isLater).map((name) => ({ name, until: new Date(instantOf(name) + daysKept * day).toISOString() })),
    ...putAside.filter((name) => isLater(name.slice(aside.length))).map((name) => ({ name, until: null })),
  ]
}
