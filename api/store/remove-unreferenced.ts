import { z } from 'zod'
import { day } from '../../data/time.ts'
import { type Bucket, privatePrefix, unsent } from './bucket.ts'

/** When the site was first seen without a file: Unix milliseconds by key. */
const notesSchema = z.record(z.string(), z.number())
const notesKey = `${privatePrefix}unnamed.json`

/** Files whose names hold a hash of what is in them: only those are ever removed. */
const hashed = /^(_assets\/|compartir-)/

/**
 * Removes files with hashed names that the site has not had for a day at `now` (Unix milliseconds): until then a page that
 * somebody opened before may still load them. `known` holds what is in the bucket, and loses what is removed. The bucket keeps a
 * note of when each was first missed, so that a restart or another machine knows it.
 */
export async function removeUnreferenced(
  bucket: Bucket,
  files: ReadonlyMap<string, unknown>,
  known: Map<string, string>,
  now: number,
): Promise<void> {
  const unreferenced = [...known.keys()].filter((key) => hashed.test(key) && !files.has(key))
  if (unreferenced.length === 0) return
  const noted = read(await bucket.text(notesKey))
  const notes = Object.fromEntries(unreferenced.map((key) => [key, Math.min(noted[key] ?? now, now)]))
  for (const key of unreferenced) {
    if (now - (notes[key] ?? now) < day) continue
    known.delete(key)
    await bucket.remove([key])
    delete notes[key]
  }
  const isChanged = JSON.stringify(notes) !== JSON.stringify(noted)
  if (isChanged) await bucket.put(notesKey, JSON.stringify(notes), unsent)
}

function read(text: string | null): Record<string, number> {
  try {
    return notesSchema.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
