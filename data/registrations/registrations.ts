import type { Db } from '../db/db.ts'
import { dequeueGroupMails } from '../mail/group-mails.ts'
import { countStatus, freeSeats } from './places-now.ts'
import type { Registration, RegistrationFilter, RegistrationStatus } from './schema.ts'
import { type Condition, conditionOf, orderOf } from './search.ts'

/**
 * Numbers of registrations: `matching` the filter, the others over all. Of those with a place `confirmed` said that they come, and
 * `pending` said nothing yet; `arrived` came, whatever their status; `free` are the places nobody has, null where there is no limit.
 */
export type RegistrationCounts = {
  matching: number
  total: number
  confirmed: number
  pending: number
  marketing: number
  arrived: number
  free: number | null
} & Record<RegistrationStatus, number>

/** A registration as its row has it. */
export type RegistrationRow = Omit<Registration, 'acceptsMarketing' | 'isConfirmed' | 'isWalkIn'> & {
  acceptsMarketing: number
  isConfirmed: number
  isWalkIn: number
}

/** The columns of a registration that are shown. */
export const registrationColumns =
  'id, name, email, company, position, phone, acceptsMarketing, consentText, consentDate, registrationDate, isConfirmed, notes, staffNotes, status, arrivedAt, door, isWalkIn, importedFrom'

/** A part of the list, and the numbers beside it. */
type Found = { list: Registration[]; counts: RegistrationCounts }

/** Registrations that match the filter, in its order, and all counts. */
export function findRegistrations(db: Db, filter: RegistrationFilter): Found {
  const condition = conditionOf(db, filter)
  const list = db
    .prepare<unknown[], RegistrationRow>(
      `SELECT ${registrationColumns} FROM registrations ${condition.where} ${orderOf(filter)} LIMIT ? OFFSET ?`,
    )
    .all(...condition.values, filter.limit ?? -1, filter.offset ?? 0)
    .map(fromRow)
  return { list, counts: countWith(db, condition, filter, list.length) }
}

/**
 * All that match the filter, newest first and one at a time, for exports of any size. It reads pages by key, not one open
 * statement, so that other requests can use the connection in between; small ones, which are gone again before V8 takes them for
 * what stays.
 */
export function* eachRegistration(db: Db, filter: RegistrationFilter, pageSize = 100): Generator<Registration> {
  const { where, values } = conditionOf(db, filter)
  const page = db.prepare<unknown[], RegistrationRow>(
    `SELECT ${registrationColumns} FROM registrations ${where || 'WHERE true'} AND (registrationDate, id) < (?, ?)
     ORDER BY registrationDate DESC, id DESC LIMIT ?`,
  )
  // Greater than any date: the first page starts at the newest.
  let last = { registrationDate: '~', id: '' }
  for (;;) {
    const rows = page.all(...values, last.registrationDate, last.id, pageSize)
    yield* rows.map(fromRow)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end
  }
}

/** For each field that few registrations use, whether one that matches a filter uses it; for `status`, whether somebody has no place. */
export type RegistrationUse = Record<'status' | 'notes' | 'staffNotes' | 'arrivedAt' | 'door', boolean>

/** Which of these fields the registrations that match the filter use. */
export function usedFields(db: Db, filter: RegistrationFilter): RegistrationUse {
  const { where, values } = conditionOf(db, filter)
  const use = db
    .prepare<unknown[], Record<keyof RegistrationUse, number | null>>(
      `SELECT max(status <> 'registered') AS status, max(notes <> '') AS notes, max(staffNotes <> '') AS staffNotes,
              max(arrivedAt IS NOT NULL) AS arrivedAt, max(coalesce(door, '') <> '') AS door
       FROM registrations ${where}`,
    )
    .get(...values)
  const isUsed = (field: keyof RegistrationUse) => use?.[field] === 1
  return {
    status: isUsed('status'),
    notes: isUsed('notes'),
    staffNotes: isUsed('staffNotes'),
    arrivedAt: isUsed('arrivedAt'),
    door: isUsed('door'),
  }
}

/** `listed` is the length of the list: a page that is not full is the last one, and the matching rows need not be counted. */
function countWith(db: Db, condition: Condition, filter: RegistrationFilter, listed: number): RegistrationCounts {
  const all = db
    .prepare<[], Pick<RegistrationCounts, 'total' | 'confirmed' | 'pending' | 'marketing'>>(
      `SELECT count(*) AS total, coalesce(sum(isConfirmed = 1 AND status = 'registered'), 0) AS confirmed,
              coalesce(sum(isConfirmed = 0 AND status = 'registered'), 0) AS pending, coalesce(sum(acceptsMarketing), 0) AS marketing
       FROM registrations`,
    )
    .get()
  if (!all) throw new Error('an aggregate query returned no row')
  const arrived = db.prepare<[], number>('SELECT count(*) FROM registrations WHERE arrivedAt IS NOT NULL').pluck().get() ?? 0
  const { limit = Number.POSITIVE_INFINITY, offset = 0 } = filter
  const isEnd = listed < limit && (listed > 0 || offset === 0)
  return {
    matching: isEnd ? offset + listed : countMatching(db, condition),
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

/** The registration with this id; null when there is none. */
export function readRegistration(db: Db, id: string): Registration | null {
  const row = db.prepare<[string], RegistrationRow>(`SELECT ${registrationColumns} FROM registrations WHERE id = ?`).get(id)
  return row ? fromRow(row) : null
}

type Confirmed = { outcome: 'stored' } | { outcome: 'missing' | 'unseated'; ids: string[] }

/**
 * Confirms registrations or marks them as pending. After that their visitors can no longer replace them by sending them
 * again. 'missing' when there is none with some of these ids, 'unseated' when some that are to be confirmed have no place: then nothing is
 * changed, and `ids` are those.
 */
export function confirmRegistrations(db: Db, ids: readonly string[], isConfirmed: boolean): Confirmed {
  const statusOf = db.prepare<[string], RegistrationStatus>('SELECT status FROM registrations WHERE id = ?').pluck()
  const confirm = db.prepare('UPDATE registrations SET isConfirmed = ?, idempotencyKey = NULL WHERE id = ?')
  return db
    .transaction((): Confirmed => {
      const statuses = new Map(ids.map((id) => [id, statusOf.get(id)]))
      const gone = ids.filter((id) => statuses.get(id) === undefined)
      if (gone.length > 0) return { outcome: 'missing', ids: gone }
      const unseated = isConfirmed ? ids.filter((id) => statuses.get(id) !== 'registered') : []
      if (unseated.length > 0) return { outcome: 'unseated', ids: unseated }
      for (const id of ids) confirm.run(Number(isConfirmed), id)
      if (!isConfirmed) for (const id of ids) dequeueGroupMails(db, id)
      return { outcome: 'stored' }
    })
    .immediate()
}

/** A row as what it stands for. */
export function fromRow(row: RegistrationRow): Registration {
  return {
    ...row,
    acceptsMarketing: row.acceptsMarketing === 1,
    isConfirmed: row.isConfirmed === 1,
    isWalkIn: row.isWalkIn === 1,
    // One in the trash may be of before there was such a thing.
    importedFrom: row.importedFrom ?? '',
  }
}
