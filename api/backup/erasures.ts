/** Records the ids of deleted rows, so that a restore deletes the rows again. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { timeAfter } from '../../data/time.ts'
import { Unavailable } from '../http/errors.ts'
import { parseJson } from '../system/json-file.ts'

const kinds = ['registration', 'person', 'certificate', 'user', 'code', 'alert'] as const
type ErasedKind = (typeof kinds)[number]

type Erased = Record<ErasedKind, Set<string>>

const lineSchema = z.strictObject({ at: z.iso.datetime(), kind: z.enum(kinds), id: z.uuid(), isBack: z.literal(true).optional() })
type Line = z.infer<typeof lineSchema>

export const erasuresName = 'erasures.jsonl'

export type Erasures = ReturnType<typeof erasuresIn>

export function erasuresIn(dataDir: string) {
  const folder = join(dataDir, 'backups')
  let latest: string | undefined

  function append(kind: ErasedKind, ids: readonly string[], isBack?: true): void {
    latest ??= inOrder(linesIn(folder)).at(-1)?.at ?? ''
    const at = timeAfter(latest, new Date().toISOString())
    latest = at
    const lines = ids.map((id) => JSON.stringify({ at, kind, id, isBack }))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = openSync(join(folder, erasuresName), 'a', 0o600)
    try {
      // Begins with a line break, in case a crash left the last line incomplete.
      writeSync(file, `\n${lines.join('\n')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  /** Takes back the records of a deletion that failed. Ids that an earlier deletion erased stay recorded. */
  function takeBack(kind: ErasedKind, ids: readonly string[]): void {
    const lines = linesIn(folder)
    const last = new Map(lines.flatMap((line, index) => (line.kind === kind ? [[line.id, index] as const] : [])))
    const revertedIndexes = new Set(ids.map((id) => last.get(id)))
    const before = erasedBy(lines.filter((_, index) => !revertedIndexes.has(index)))[kind]
    const others = ids.filter((id) => !before.has(id))
    if (others.length > 0) append(kind, others, true)
  }

  return {
    /** Throws Unavailable and deletes nothing if the ids cannot be recorded. */
    noteThenDelete<T>(kind: ErasedKind, ids: readonly string[], work: () => T, isDone: (result: T) => boolean): T {
      const recordedIds = ids.filter((id) => z.uuid().safeParse(id).success)
      if (recordedIds.length === 0) return work()
      try {
        append(kind, recordedIds)
      } catch (cause) {
        throw new Unavailable('the deletion could not be noted', { cause })
      }
      let isErased = false
      try {
        const result = work()
        isErased = isDone(result)
        return result
      } finally {
        if (!isErased) takeBack(kind, recordedIds)
      }
    },
    noteThenErase<T>(ids: readonly string[], erase: () => T): T {
      const erasePerson = () => this.noteThenDelete('person', ids, erase, Boolean)
      return this.noteThenDelete('certificate', ids, erasePerson, Boolean)
    },
    broughtBack(kind: ErasedKind, id: string): void {
      append(kind, [id], true)
    },
  }
}

export const readErasures = (folders: readonly string[]): Erased => erasedBy(inOrder(folders.flatMap(linesIn)))

function erasedBy(lines: readonly Line[]): Erased {
  const none = () => new Set<string>()
  const erased: Erased = { registration: none(), person: none(), certificate: none(), user: none(), code: none(), alert: none() }
  for (const { kind, id, isBack } of lines) {
    if (isBack) erased[kind].delete(id)
    else erased[kind].add(id)
  }
  return erased
}

export function joinErasures(there: string, here: string): string | null {
  const storedLines = byText(there)
  const all = new Map([...storedLines, ...byText(here)])
  if (all.size === storedLines.size) return null
  const lines = inOrder([...all.values()])
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

export function copyErasures(from: string, to: string): void {
  const joined = joinErasures(textIn(to), textIn(from))
  if (joined === null) return
  const target = join(to, erasuresName)
  const work = `${target}.next`
  writeFileSync(work, joined, { mode: 0o600, flush: true })
  renameSync(work, target)
}

const inOrder = (lines: readonly Line[]) => lines.toSorted((first, other) => Date.parse(first.at) - Date.parse(other.at))

function textIn(folder: string): string {
  try {
    return readFileSync(join(folder, erasuresName), 'utf8')
  } catch {
    return ''
  }
}

const linesOf = (text: string): Line[] => text.split('\n').flatMap((line) => parseJson(line, lineSchema) ?? [])
const byText = (text: string) => new Map(linesOf(text).map((line) => [JSON.stringify(line), line]))
const linesIn = (folder: string): Line[] => linesOf(textIn(folder))
