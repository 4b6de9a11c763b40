import { readdir } from 'node:fs/promises'
import { dayMs } from '../../data/time.ts'
import { asidePrefix, daysKept } from './expire.ts'
import { backupsIn, instantOf } from './folder.ts'
import { storedNames } from './stored-mark.ts'

export type Holding = { name: string; until: string }

/** Returns all backups and replaced databases that may contain data stored at `since` (ISO 8601). */
export async function backupsHolding(dataDir: string, since: string): Promise<Holding[]> {
  const backups = (await readdir(await backupsIn(dataDir))).map((name) => name.replace(/\.partial$/, ''))
  const putAside = (await readdir(dataDir)).filter((name) => name.startsWith(asidePrefix))
  const first = Math.floor(Date.parse(since) / 1000) * 1000
  return [...new Set([...backups, ...storedNames(dataDir), ...putAside])].flatMap((name) => {
    const takenAt = instantOf(name.replace(asidePrefix, ''))
    return takenAt === null || takenAt < first ? [] : [{ name, until: new Date(takenAt + daysKept * dayMs).toISOString() }]
  })
}
