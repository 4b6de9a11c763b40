/** All that is held about one person, for them. */
import type { Db } from '../db/db.ts'
import { countedArrivals } from './arrivals.ts'
import { idsOfPerson } from './erasure.ts'

type Columns = Record<string, string | number | null>

/** Of no meaning to anybody but this program: what it searches in, keys, and the secret of the person's link. */
const hidden = [
  'emailKey',
  'searchText',
  'idempotencyKey',
  'token',
  'formerTokens',
  'registrationId',
  'nextAt',
  'mergedInto',
  'united',
  'mailbox',
  'source',
  'heldBy',
  'groupId',
  'importId',
]
const answers = ['acceptsMarketing', 'isConfirmed', 'wantsReminders', 'isWalkIn']

/**
 * Each registration with the names of the API, and besides: `deletedAt` when it is in the trash, its `mails`, its `arrivals` at
 * the door and whether they were taken back, its `certificate` (its constancia, null without one), and its `activity`: what was done
 * with it in the panel, and when; not by whom. Times are ISO 8601 in UTC.
 */
type PersonalData = { exportedAt: string; registrations: Record<string, unknown>[] }

/**
 * Everything stored about the person of a registration, in the list, in the trash or of an edition that is over, but for the
 * secret of their link. Null when there is none with this id.
 */
export function readPersonalData(db: Db, id: string, at: string): PersonalData | null {
  return db.transaction(() => {
    const mailsOf = db.prepare<[string], Columns>('SELECT * FROM mails WHERE registrationId = ? ORDER BY createdAt')
    const activityOf = db.prepare<[string], { at: string; action: string }>(
      'SELECT at, action FROM audit WHERE subjectId = ? ORDER BY id',
    )
    const arrivalsOf = db.prepare<[string], { at: string; door: string }>(
      'SELECT at, door FROM arrivals WHERE registration = ? AND undo IS NULL ORDER BY at, id',
    )
    const certificateOf = db.prepare<[string], Columns>(
      'SELECT code, role, name, madeAt, correctedAt, revokedAt, edition FROM certificates WHERE registration = ?',
    )
    const registrations = idsOfPerson(db, id).map((one) => {
      const row = db.prepare<[string], Columns>('SELECT * FROM registrations WHERE id = ?').get(one)
      const kept = db
        .prepare<[string, string], { row: string; mails: string; deletedAt: string | null }>(
          `SELECT row, mails, deletedAt FROM trash WHERE id = ?
           UNION ALL SELECT row, mails, NULL FROM editionPeople WHERE id = ?`,
        )
        .get(one, one)
      const counted = countedArrivals(db, one)
      const isTakenBack = (arrival: { at: string; door: string }) =>
        !counted.some(({ at, door }) => at === arrival.at && door === arrival.door)
      return {
        ...shown(row ?? JSON.parse(kept?.row ?? '{}')),
        deletedAt: row ? null : (kept?.deletedAt ?? null),
        mails: (row ? mailsOf.all(one) : (JSON.parse(kept?.mails ?? '[]') as Columns[])).map(shown),
        arrivals: arrivalsOf.all(one).map((arrival) => ({ ...arrival, isTakenBack: isTakenBack(arrival) })),
        certificate: certificateOf.get(one) ?? null,
        activity: activityOf.all(one),
      }
    })
    return registrations.length > 0 ? { exportedAt: at, registrations } : null
  })()
}

function shown(row: Columns): Record<string, unknown> {
  const fields = Object.entries(row).filter(([name]) => !hidden.includes(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, answers.includes(name) ? value === 1 : value]))
}
