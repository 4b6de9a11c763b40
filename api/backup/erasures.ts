/**
 * Who was deleted, by id alone, in a file beside the backups: with them it is copied elsewhere, and it is in none of them. A
 * restored backup is from before; what is noted here is deleted from it again. Ids are random and say nothing of a person.
 */
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Unavailable } from '../http/errors.ts'

/** A registration may be in the trash still; a person is gone from there too. */
const kinds = ['registration', 'person', 'user'] as const
type ErasedKind = (typeof kinds)[number]

/** Ids of what was deleted and did not come back since. */
type Erased = Record<ErasedKind, Set<string>>

const lineSchema = z.strictObject({ at: z.iso.datetime(), kind: z.enum(kinds), id: z.uuid(), isBack: z.literal(true).optional() })

/** The file's name in a folder of backups. */
export const erasuresName = 'erasures.jsonl'

export type Erasures = ReturnType<typeof erasuresIn>

/** The erasures of the product in `dataDir`. */
export function erasuresIn(dataDir: string) {
  const folder = join(dataDir, 'backups')

  function append(kind: ErasedKind, ids: readonly string[], isBack?: true): void {
    const at = new Date().toISOString()
    const lines = ids.map((id) => JSON.stringify({ at, kind, id, isBack }))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = openSync(join(folder, erasuresName), 'a', 0o600)
    try {
      // The break in front ends a line that a power cut left half written.
      writeSync(file, `\n${lines.join('\n')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  return {
    /**
     * Runs a deletion of all these ids, and has noted it on the disk before: one that was answered comes back with no backup.
     * `isDone` says whether they were deleted. Throws Unavailable, with nothing deleted, when it cannot be noted.
     */
    noteThenDelete<T>(kind: ErasedKind, ids: readonly string[], work: () => T, isDone: (result: T) => boolean): T {
      // Nothing has another id.
      const noted = ids.filter((id) => z.uuid().safeParse(id).success)
      if (noted.length === 0) return work()
      try {
        append(kind, noted)
      } catch (cause) {
        throw new Unavailable('the deletion could not be noted', { cause })
      }
      let isErased = false
      try {
        const result = work()
        isErased = isDone(result)
        return result
      } finally {
        if (!isErased) append(kind, noted, true)
      }
    },
    /** Notes that something deleted was brought back on purpose: a restored backup keeps it. */
    broughtBack: (kind: ErasedKind, id: string): void => append(kind, [id], true),
  }
}

/** All that is noted in these folders of backups, of which some may not be there; what the last ones say counts. */
export function readErasures(folders: readonly string[]): Erased {
  const erased: Erased = { registration: new Set(), person: new Set(), user: new Set() }
  for (const { kind, id, isBack } of folders.flatMap(linesIn)) {
    if (isBack) erased[kind].delete(id)
    else erased[kind].add(id)
  }
  return erased
}

/** Brings what is noted in one folder of backups to another, where that is another and nothing newer. */
export function copyErasures(from: string, to: string): void {
  const [source, target] = [join(from, erasuresName), join(to, erasuresName)]
  if (source !== target && linesIn(from).length > linesIn(to).length) copyFileSync(source, target)
}

function linesIn(folder: string) {
  try {
    return readFileSync(join(folder, erasuresName), 'utf8').split('\n').flatMap(readLine)
  } catch {
    return []
  }
}

function readLine(text: string): z.infer<typeof lineSchema>[] {
  try {
    return [lineSchema.parse(JSON.parse(text))]
  } catch {
    return []
  }
}
