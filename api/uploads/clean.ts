import { findUnusedUploads } from '../../data/content/unreferenced-uploads.ts'
import type { Db } from '../../data/db/db.ts'
import { dayMs } from '../../data/time.ts'
import { stemOf } from './names.ts'
import type { Storage, StoredKind } from './storage.ts'

type Leftover = { names: string[]; size: number }

/** Leaves out uploads of the last day. They may belong to a form that is not saved yet. */
export async function cleanUploads(
  db: Db,
  storage: Storage,
  isRemoving: boolean,
  now = Date.now(),
  isHeld: (file: { kind: StoredKind; name: string }) => boolean = () => false,
): Promise<Leftover[]> {
  const { published, originals } = await storage.list()
  const files = [
    ...published.map((file) => ({ ...file, kind: 'published' as const })),
    ...originals.map((file) => ({ ...file, kind: 'originals' as const })),
  ]
  const byStem = Map.groupBy(files, ({ name }) => stemOf(name))
  const old = [...byStem]
    .filter(([, group]) => group.every((file) => file.changedAt <= now - dayMs && !isHeld(file)))
    .map(([stem]) => stem)
  const free = findUnusedUploads(db, old).map((stem) => ({ stem, group: byStem.get(stem) ?? [] }))
  if (isRemoving) for (const { group } of free) for (const { kind, name } of group) await storage.remove(kind, name)
  return free.map(({ group }) => ({ names: group.map(({ name }) => name), size: group.reduce((sum, { size }) => sum + size, 0) }))
}
