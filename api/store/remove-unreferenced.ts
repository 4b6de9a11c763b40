import { z } from 'zod'
import { dayMs } from '../../data/time.ts'
import { parseJson } from '../system/json-file.ts'
import { type Bucket, privatePrefix, unsent } from './bucket.ts'

/** Unix milliseconds at which each key lost its last reference. */
const notesSchema = z.record(z.string(), z.number())
const notesKey = `${privatePrefix}unnamed.json`

const hashed = /^(_assets\/|compartir-)/

/** Removes files a day after their last reference is gone, because open pages may still load them. */
export async function removeUnreferenced(
  bucket: Bucket,
  files: ReadonlyMap<string, unknown>,
  tagsByKey: Map<string, string>,
  now: number,
): Promise<void> {
  const unreferenced = [...tagsByKey.keys()].filter((key) => hashed.test(key) && !files.has(key))
  if (unreferenced.length === 0) return
  const earlierNotes = parseJson((await bucket.text(notesKey)) ?? '', notesSchema) ?? {}
  const notes = Object.fromEntries(unreferenced.map((key) => [key, Math.min(earlierNotes[key] ?? now, now)]))
  for (const key of unreferenced) {
    if (now - (notes[key] ?? now) < dayMs) continue
    tagsByKey.delete(key)
    await bucket.remove([key])
    delete notes[key]
  }
  const isChanged = JSON.stringify(notes) !== JSON.stringify(earlierNotes)
  if (isChanged) await bucket.put(notesKey, JSON.stringify(notes), unsent)
}
