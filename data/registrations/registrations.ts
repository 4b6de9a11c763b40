import type { Db } from '../db/db.ts'
import { countRows, inTransaction, prepared } from '../db/prepared.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { shownAnswers } from './answers/answers.ts'
import { countStatus, freeSeats } from './places-now.ts'
import type { Registration, RegistrationFilter, RegistrationStatus } from './schema.ts'
import { type Condition, conditionOf, orderOf } from './search.ts'

/** `matching` counts the registrations that the filter selects, the other numbers count all. */
export type RegistrationCounts = {
  matching: number
  total: number
  confirmed: number
  pending: number
  marketing: number
  arrived: number
  free: number | null
} & Record<RegistrationStatus, number>

export type RegistrationRow = Omit<
  Registration,
  'acceptsMarketing' | 'isConfirmed' | 'isWalkIn' | 'answers' | 'questionTexts' | 'passedTo' | 'passedFrom' | 'placeLink'
> & {
  acceptsMarketing: number
  isConfirmed: number
  isWalkIn: number
  answers: string | null
  passedToName?: string | null
  passedFromName?: string | null
  linkLabel?: string | null
}

export const registrationColumns =
  'id, name, email, company, position, phone, acceptsMarketing, consentText, consentDate, registrationDate, isConfirmed, notes, staffNotes, status, arrivedAt, door, isWalkIn, importedFrom, unconfirmedAt, answers'

const nameOfSql = (column: 'passedTo' | 'passedFrom') =>
  `iif(${column} IS NULL, NULL, (SELECT name FROM registrations AS other WHERE other.id = registrations.${column})) AS ${column}Name`

const linkLabelSql = 'iif(placeLink IS NULL, NULL, (SELECT label FROM placeLinks WHERE id = placeLink)) AS linkLabel'

const listedColumns = `${registrationColumns}, ${nameOfSql('passedTo')}, ${nameOfSql('passedFrom')}, ${linkLabelSql}`

type FoundRegistrations = { list: Registration[]; counts: RegistrationCounts }

export function findRegistrations(db: Db, filter: RegistrationFilter): FoundRegistrations {
  const condition = conditionOf(db, filter)
  const list = db
    .prepare<unknown[], RegistrationRow>(
      `SELECT ${listedColumns} FROM registrations ${condition.where} ${orderOf(filter)} LIMIT ? OFFSET ?`,
    )
    .all(...condition.values, filter.limit ?? -1, filter.offset ?? 0)
    .map(fromRow)
  return { list, counts: countWith(db, condition, filter, list.length) }
}

/** Reads page by page, newest first, so that other requests run in between. */
export function* eachRegistration(db: Db, filter: RegistrationFilter, pageSize = 100): Generator<Registration> {
  const { where, values } = conditionOf(db, filter)
  const page = db.prepare<unknown[], RegistrationRow>(
    `SELECT ${registrationColumns} FROM registrations ${where || 'WHERE true'} AND (registrationDate, id) < (?, ?)
     ORDER BY registrationDate DESC, id DESC LIMIT ?`,
  )
  let last = { registrationDate: '~', id: '' }
  for (;;) {
    const rows = page.all(...values, last.registrationDate, last.id, pageSize)
    yield* rows.map(fromRow)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end
  }
}

export type RegistrationUse = Record<'status' | 'notes' | 'staffNotes' | 'arrivedAt' | 'door', boolean>

export function usedFields(db: Db, filter: RegistrationFilter): RegistrationUse {
  const { where, values } = conditionOf(db, filter)
  const use = db
    .prepare<unknown[], Record<keyof RegistrationUse, number | null>>(
      `SELECT max(status <> 'registered') AS status, max(notes <> '') AS notes, max(staffNotes <> '') AS staffNotes,
              max(arrivedAt IS NOT NULL) AS arrivedAt, max(coalesce(door, '') <> '') AS door
       FROM registrations ${where}`,
    )
    .get(...values)
  return Object.fromEntries(Object.entries(use ?? {}).map(([field, value]) => [field, value === 1])) as RegistrationUse
}

/**
 * Runs the query that counts matching registrations only if the page is full. On other pages, the offset and the listed rows give
 * the number.
 */
function countWith(db: Db, condition: Condition, filter: RegistrationFilter, listedCount: number): RegistrationCounts {
  const all = prepared<Pick<RegistrationCounts, 'total' | 'confirmed' | 'pending' | 'marketing'>>(
    db,
    `SELECT count(*) AS total, coalesce(sum(isConfirmed = 1 AND status = 'registered'), 0) AS confirmed,
              coalesce(sum(isConfirmed = 0 AND status = 'registered'), 0) AS pending, coalesce(sum(acceptsMarketing), 0) AS marketing
       FROM registrations`,
  ).get()
  if (!all) throw new Error('an aggregate query returned no row')
  const arrived = countRows(db, 'SELECT count(*) FROM registrations WHERE arrivedAt IS NOT NULL')
  const { limit = Number.POSITIVE_INFINITY, offset = 0 } = filter
  const isEnd = listedCount < limit && (listedCount > 0 || offset === 0)
  return {
    matching: isEnd ? offset + listedCount : countMatching(db, condition),
    ...all,
    free: freeSeats(db),
    ...countStatus(db),
    arrived,
  }
}

function countMatching(db: Db, { where, values }: Condition): number {
  const count = db.prepare<unknown[], number>(`SELECT count(*) FROM registrations ${where}`).pluck()
  return count.get(...values) ?? 0
}

export function readRegistration(db: Db, id: string): Registration | null {
  const row = prepared<RegistrationRow>(db, `SELECT ${listedColumns} FROM registrations WHERE id = ?`).get(id)
  return row ? fromRow(row) : null
}

type ConfirmationOutcome = { outcome: 'stored' } | { outcome: 'missing' | 'unseated'; ids: string[] }

/** Changes all registrations or none. If some registrations prevent the change, the result has their `ids`. */
export function confirmRegistrations(db: Db, ids: readonly string[], isConfirmed: boolean): ConfirmationOutcome {
  const statusOf = db.prepare<[string], RegistrationStatus>('SELECT status FROM registrations WHERE id = ?').pluck()
  const confirm = db.prepare('UPDATE registrations SET isConfirmed = ?, idempotencyKey = NULL WHERE id = ?')
  return inTransaction(db, () => {
    const statuses = new Map(ids.map((id) => [id, statusOf.get(id)]))
    const missingIds = ids.filter((id) => statuses.get(id) === undefined)
    if (missingIds.length > 0) return { outcome: 'missing', ids: missingIds }
    const unseated = isConfirmed ? ids.filter((id) => statuses.get(id) !== 'registered') : []
    if (unseated.length > 0) return { outcome: 'unseated', ids: unseated }
    for (const id of ids) confirm.run(Number(isConfirmed), id)
    if (!isConfirmed) for (const id of ids) dequeueGroupMails(db, id)
    return { outcome: 'stored' }
  })
}

export function fromRow({ passedToName, passedFromName, linkLabel, ...row }: RegistrationRow): Registration {
  return {
    ...row,
    passedTo: passedToName ?? '',
    passedFrom: passedFromName ?? '',
    placeLink: linkLabel ?? '',
    acceptsMarketing: row.acceptsMarketing === 1,
    isConfirmed: row.isConfirmed === 1,
    isWalkIn: row.isWalkIn === 1,
    importedFrom: row.importedFrom ?? '',
    ...shownAnswers(row.answers),
  }
}
