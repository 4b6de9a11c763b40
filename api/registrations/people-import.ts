import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '../../data/accounts/schema.ts'
import type { Db } from '../../data/db/db.ts'
import type { FilePerson, PeopleSource, PersonRow } from '../../data/import/people-file.ts'
import { bringPeople, deletedEmails, noteImport, peopleOfImport, takeOut } from '../../data/import/people-imports.ts'
import type { Columns, TableAbout, TableChoice } from '../../data/import/source.ts'
import { readQuestions } from '../../data/registrations/answers/stored.ts'
import { trashedSince } from '../../data/registrations/trash.ts'
import { newcomerFinder, peopleInParts } from '../../data/similar/similar.ts'
import { recorded } from '../activity/record.ts'
import type { Erasures } from '../backup/erasures.ts'
import { readPeopleFile } from '../import/run-plan.ts'
import { type ChangeNeeds, noPlaceLeft, placeChange } from './place-change.ts'

const comparedAtOnceCount = 1_000

/** Number of people in a transaction, during which other writes wait. Deleting a person takes longer than storing. */
const [storedAtOnceCount, deletedAtOnceCount] = [25, 10]

type File = { source: PeopleSource; data: string } & TableChoice

type PeoplePreview = {
  rows: PersonRow[]
  columns: Columns
  table: TableAbout
  missing: 'name' | 'email' | null
}

type Compared = PeoplePreview & { people: FilePerson[] }

export async function previewPeople({ db }: { db: Db }, { source, data, ...choice }: File): Promise<Compared> {
  const { columns, sheet, headings } = choice
  const file = await readPeopleFile({ people: source, questions: readQuestions(db), columns, sheet, headings }, data)
  const among = newcomerFinder()
  for (const [index, person] of file.people.toReversed().entries()) {
    if (index % comparedAtOnceCount === 0) await nextTurn()
    if (person.problems.length === 0) among.addNewcomer(person)
  }
  for (const people of peopleInParts(db)) {
    for (const person of people) among.addStored(person)
    await nextTurn()
  }
  const deleted = deletedEmails(db, trashedSince(new Date().toISOString()))
  await nextTurn()
  const rows = file.people.map((person): PersonRow => {
    const { row, name, email, problems, doubts } = person
    const base = { row, name, email, problems, doubts }
    if (problems.length > 0) return { ...base, change: 'refused', like: [] }
    if (among.storedPerson(row)) return { ...base, change: 'known', like: [] }
    const inTrash = deleted.get(email.toLowerCase())
    const trash = inTrash === undefined ? [] : [{ id: inTrash, row: null, name, email, why: 'trash' as const }]
    const like = [...trash, ...among.similarPeople(row)]
    return { ...base, change: like.length + doubts.length > 0 ? 'doubtful' : 'new', like }
  })
  const { people, table, missing } = file
  return { rows, columns: file.columns, table, missing, people }
}

type Bringing = File & { accept: readonly number[]; file?: string | undefined; mail: boolean; over: boolean }

export type BroughtPeople = {
  id: string | null
  added: number
  registered: number
  waitlisted: number
  left: PersonRow[]
}

/**
 * After an error, the import can be repeated. Throws Unreadable if the file cannot be read, and 401 or 403 like `insistOnRights`.
 */
export async function importPeople(
  needs: ChangeNeeds & { db: Db },
  user: Caller,
  { accept, file = '', mail, over, ...source }: Bringing,
): Promise<BroughtPeople> {
  const { db } = needs
  const { rows, people } = await previewPeople({ db }, source)
  const accepted = new Set(accept)
  const acceptedPeople = people.filter((_, index) => isTakable(rows[index]) && accepted.has(rows[index]?.row ?? 0))
  const rejectedRows = rows.filter((row) => row.change === 'refused' && accepted.has(row.row))
  const brought: BroughtPeople = { id: null, added: 0, registered: 0, waitlisted: 0, left: rejectedRows }
  const rowOf = new Map(rows.map((row) => [row.row, row]))
  for (let at = 0; at < acceptedPeople.length; at += storedAtOnceCount) {
    const part = acceptedPeople.slice(at, at + storedAtOnceCount)
    const change = { ...placeChange(needs), ...(mail ? {} : { queueMail: null }) }
    const isFirst = brought.id === null
    const { id, results } = recorded(
      db,
      user,
      (result) => isFirst && { action: 'registrations-imported', subjectId: result.id },
      () => {
        const id = brought.id ?? noteImport(db, file, change.at)
        return { id, results: bringPeople(db, part, { importId: id, file, over }, change) }
      },
    )
    brought.id = id
    for (const [index, result] of results.entries()) {
      const row = rowOf.get(part[index]?.row ?? 0)
      if (result.outcome === 'stored') {
        brought.added += 1
        if (result.registration.status === 'registered') brought.registered += 1
        else brought.waitlisted += 1
      } else if (result.outcome !== 'taken' && row) rejectedRows.push({ ...row, change: 'refused', problems: [noPlaceLeft] })
    }
    await nextTurn()
  }
  return brought
}

const isTakable = (row: PersonRow | undefined) => row?.change === 'new' || row?.change === 'doubtful'

/**
 * Keeps people who have arrived, registered, confirmed or changed something since the import. Returns the number of deleted
 * people. Throws 401 or 403 like `insistOnRights`.
 */
export async function undoImport(needs: ChangeNeeds & { db: Db; erasures: Erasures }, user: Caller, id: string): Promise<number> {
  const { db, erasures } = needs
  let removed = 0
  for (let ids = peopleOfImport(db, id, deletedAtOnceCount); ids.length > 0; ids = peopleOfImport(db, id, deletedAtOnceCount)) {
    const isFirst = removed === 0
    const part = ids
    removed += erasures.noteThenDelete(
      'registration',
      part,
      () =>
        recorded(
          db,
          user,
          () => (isFirst ? { action: 'registrations-import-undone', subjectId: id } : null),
          () => takeOut(db, id, part, { by: user.id, ...placeChange(needs) }),
        ),
      Boolean,
    )
    await nextTurn()
  }
  return removed
}
