import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { prepared, readValue } from '../db/prepared.ts'
import { parseSeats, storedSeats } from '../seats/stored.ts'
import { parseAnswers } from './answers/answers.ts'
import { validArrivals } from './arrivals.ts'
import { idsOfPerson } from './erasure.ts'

type Columns = Record<string, string | number | null>

const hiddenColumns =
  'emailKey searchText idempotencyKey token formerTokens registrationId nextAt mergedInto united mailbox source heldBy groupId importId sessions'
const yesOrNoColumns = ['acceptsMarketing', 'isConfirmed', 'wantsReminders', 'isWalkIn']

type PersonalData = { exportedAt: string; registrations: Record<string, unknown>[] }

export function readPersonalData(db: Db, id: string, at: string): PersonalData | null {
  return db.transaction(() => {
    const titles = new Map(readKey(db, 'events').value.map((event) => [event.id, event.title]))
    const sessionsOf = (stored: unknown) =>
      parseSeats(stored).map(({ event, status, since }) => ({ session: titles.get(event) ?? event, status, since }))
    const mailsOf = db.prepare<[string], Columns>('SELECT * FROM mails WHERE registrationId = ? ORDER BY createdAt')
    const activityOf = db.prepare<[string], { at: string; action: string }>(
      'SELECT at, action FROM audit WHERE subjectId = ? ORDER BY id',
    )
    const arrivalsOf = db.prepare<[string], { at: string; door: string }>(
      'SELECT at, door FROM arrivals WHERE registration = ? AND undo IS NULL AND session IS NULL ORDER BY at, id',
    )
    const certificateOf = db.prepare<[string], Columns>(
      'SELECT code, role, name, madeAt, correctedAt, revokedAt, edition FROM certificates WHERE registration = ?',
    )
    const registrations = idsOfPerson(db, id).map((personId) => {
      const row = prepared<Columns>(db, 'SELECT * FROM registrations WHERE id = ?').get(personId)
      const storedRow = prepared<{ row: string; mails: string; deletedAt: string | null }>(
        db,
        `SELECT row, mails, deletedAt FROM trash WHERE id = ?
           UNION ALL SELECT row, mails, NULL FROM editionPeople WHERE id = ?`,
      ).get(personId, personId)
      const fullRow: Columns & { answers?: string | null } = row ?? JSON.parse(storedRow?.row ?? '{}')
      const counted = validArrivals(db, personId)
      const isTakenBack = (arrival: { at: string; door: string }) =>
        !counted.some(({ at, door }) => at === arrival.at && door === arrival.door)
      return {
        ...visibleFields(fullRow),
        placeLink: readValue<string>(db, 'SELECT label FROM placeLinks WHERE id = ?', fullRow.placeLink ?? '') ?? null,
        answers: Object.values(parseAnswers(fullRow.answers ?? null)).map(({ question, value }) => ({ question, answer: value })),
        sessions: sessionsOf(row ? storedSeats(db, personId) : fullRow.sessions),
        deletedAt: row ? null : (storedRow?.deletedAt ?? null),
        mails: (row ? mailsOf.all(personId) : (JSON.parse(storedRow?.mails ?? '[]') as Columns[])).map(visibleFields),
        arrivals: arrivalsOf.all(personId).map((arrival) => ({ ...arrival, isTakenBack: isTakenBack(arrival) })),
        certificate: certificateOf.get(personId) ?? null,
        activity: activityOf.all(personId),
      }
    })
    return registrations.length > 0 ? { exportedAt: at, registrations } : null
  })()
}

function visibleFields(row: Columns): Record<string, unknown> {
  const fields = Object.entries(row).filter(([name]) => !hiddenColumns.split(' ').includes(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, yesOrNoColumns.includes(name) ? value === 1 : value]))
}
