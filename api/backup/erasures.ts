/**
 * Who was deleted, by id alone, in a file beside the backups: with them it is copied elsewhere, and it is in none of them. A
 * restored backup is from before; what is noted here is deleted from it again. Ids are random and say nothing of a person.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { timeAfter } from '../../data/time.ts'
import { Unavailable } from '../http/errors.ts'

/**
 * A registration may be in the trash still; a person is gone from there too. A certificate is named by its registration: it goes where
 * somebody asked for it, and stays where their time alone is over. A code is a recovery code that was used or replaced.
 */
const kinds = ['registration', 'person', 'certificate', 'user', 'code'] as const
type ErasedKind = (typeof kinds)[number]

/** Ids of what was deleted and did not come back since. */
type Erased = Record<ErasedKind, Set<string>>

const lineSchema = z.strictObject({ at: z.iso.datetime(), kind: z.enum(kinds), id: z.uuid(), isBack: z.literal(true).optional() })
type Line = z.infer<typeof lineSchema>

/** The file's name in a folder of backups. */
export const erasuresName = 'erasures.jsonl'

export type Erasures = ReturnType<typeof erasuresIn>

/** The erasures of the product in `dataDir`. */
export function erasuresIn(dataDir: string) {
  const folder = join(dataDir, 'backups')
  /** When a line was noted last, ISO 8601 in UTC; unknown until one is. */
  let latest: string | undefined

  function append(kind: ErasedKind, ids: readonly string[], isBack?: true): void {
    latest ??= inOrder(linesIn(folder)).at(-1)?.at ?? ''
    // What is noted last counts: a clock that was set back puts nothing before what there is.
    const at = timeAfter(latest, new Date().toISOString())
    latest = at
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

  /** Takes back what was noted last of these, for they were not deleted; what was deleted before, and is so still, stays noted. */
  function takeBack(kind: ErasedKind, ids: readonly string[]): void {
    const lines = linesIn(folder)
    const last = new Map(lines.flatMap((line, index) => (line.kind === kind ? [[line.id, index] as const] : [])))
    const taken = new Set(ids.map((id) => last.get(id)))
    const before = erasedBy(lines.filter((_, index) => !taken.has(index)))[kind]
    const others = ids.filter((id) => !before.has(id))
    if (others.length > 0) append(kind, others, true)
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
        if (!isErased) takeBack(kind, noted)
      }
    },
    /** The same for a person who is erased because somebody asked for it: their constancia goes as well. */
    noteThenErase<T>(ids: readonly string[], erase: () => T): T {
      const erasePerson = () => this.noteThenDelete('person', ids, erase, Boolean)
      return this.noteThenDelete('certificate', ids, erasePerson, Boolean)
    },
    /** Notes that something deleted was brought back on purpose: a restored backup keeps it. */
    broughtBack(kind: ErasedKind, id: string): void {
      append(kind, [id], true)
    },
  }
}

/**
 * All that is noted in these folders of backups, of which some may not be there; what was noted last counts: what one machine deleted
 * another may have brought back.
 */
export const readErasures = (folders: readonly string[]): Erased => erasedBy(inOrder(folders.flatMap(linesIn)))

function erasedBy(lines: readonly Line[]): Erased {
  const erased: Erased = { registration: new Set(), person: new Set(), certificate: new Set(), user: new Set(), code: new Set() }
  for (const { kind, id, isBack } of lines) {
    if (isBack) erased[kind].delete(id)
    else erased[kind].add(id)
  }
  return erased
}

/**
 * What two files of erasures note, as the text of one file, in the order of their times; null when `there` has all of `here`. A line
 * that cannot be read is in none.
 */
export function joinErasures(there: string, here: string): string | null {
  const known = byText(there)
  const all = new Map([...known, ...byText(here)])
  if (all.size === known.size) return null
  const lines = inOrder([...all.values()])
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Brings what is noted in one folder of backups to another, beside what is noted there. */
export function copyErasures(from: string, to: string): void {
  const joined = joinErasures(textIn(to), textIn(from))
  if (joined === null) return
  const target = join(to, erasuresName)
  const work = `${target}.next`
  writeFileSync(work, joined, { mode: 0o600, flush: true })
  renameSync(work, target)
}

/** By their times; of the same time as they stand. */
const inOrder = (lines: readonly Line[]) => lines.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** What is noted in a folder of backups; nothing where there is none. */
function textIn(folder: string): string {
  try {
    return readFileSync(join(folder, erasuresName), 'utf8')
  } catch {
    return ''
  }
}

const linesOf = (text: string): Line[] => text.split('\n').flatMap(readLine)
const byText = (text: string) => new Map(linesOf(text).map((line) => [JSON.stringify(line), line]))
const linesIn = (folder: string): Line[] => linesOf(textIn(folder))

function readLine(text: string): Line[] {
  try {
    return [lineSchema.parse(JSON.parse(text))]
  } catch {
    return []
  }
}
