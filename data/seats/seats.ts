/** Functions that change data expect an open transaction. */
import { seat } from '../content/places.ts'
import type { Db } from '../db/db.ts'
import { countRows, prepared, readValue, readValues } from '../db/prepared.ts'
import type { MailedSession, QueueMail, Recipient } from '../mail/outbox.ts'
import { currentPeople, fillLine } from './fill.ts'
import type { SeatStatus } from './schema.ts'
import { deletedSession, isSessionOver, readSessions, type Session } from './sessions.ts'

export type SeatChange = { at: string; timeZone: string; queueMail: QueueMail | null }

export type Seat = { event: string; status: SeatStatus | 'none'; since: string; arrivedAt: string | null }

const peopleOf = (condition: string) =>
  `SELECT registrations.id, email, name, sessionSeats.status FROM sessionSeats JOIN registrations ON registrations.id = registration
   WHERE event = ? AND ${condition} AND ${currentPeople}`

type PersonInLine = Recipient & { status: SeatStatus }

export const countSeats = (db: Db, event: string, status: SeatStatus): number =>
  countRows(db, 'SELECT count(*) FROM sessionSeats WHERE event = ? AND status = ? AND lostAt IS NULL', event, status)

export const seatsOf = (db: Db, registration: string): Seat[] =>
  prepared<Seat>(
    db,
    'SELECT event, status, since, arrivedAt FROM sessionSeats WHERE registration = ? AND lostAt IS NULL ORDER BY since, event',
  ).all(registration)

export const mailedSession = ({ id, title }: Pick<Session, 'id' | 'title'>): MailedSession => ({ id, title })

export const isFull = (db: Db, session: Session): boolean => seat(session, countSeats(db, session.id, 'seated')) === 'full'

/** Gives a seat, or a position on the waiting list. Call `isFull` first, because this function does not check it. */
export function takeSeat(db: Db, registration: string, session: Session, at: string, over = false): SeatStatus {
  const status = over || seat(session, countSeats(db, session.id, 'seated')) === 'registered' ? 'seated' : 'waiting'
  putSeat(db, { event: session.id, registration, status, since: at, waitingNumber: null })
  return status
}

type SeatRow = { event: string; registration: string; status: SeatStatus; since: string; waitingNumber: number | null }

export function putSeat(db: Db, row: SeatRow): void {
  const last = "SELECT max(waitingNumber) FROM sessionSeats WHERE event = ? AND status = 'waiting' AND lostAt IS NULL"
  const waitingNumber =
    row.status === 'waiting' ? (row.waitingNumber ?? (readValue<number | null>(db, last, row.event) ?? 0) + 1) : null
  prepared(
    db,
    `INSERT INTO sessionSeats (event, registration, status, waitingNumber, since)
     VALUES (@event, @registration, @status, @waitingNumber, @since) ON CONFLICT (event, registration)
     DO UPDATE SET status = excluded.status, waitingNumber = excluded.waitingNumber, since = excluded.since, lostAt = NULL`,
  ).run({ ...row, waitingNumber })
}

/** If the person has arrived at the session, keeps the row with the arrival. */
export function dropSeat(db: Db, registration: string, event: string): void {
  prepared(
    db,
    "UPDATE sessionSeats SET status = 'none', waitingNumber = NULL WHERE registration = ? AND event = ? AND arrivedAt IS NOT NULL",
  ).run(registration, event)
  prepared(db, 'DELETE FROM sessionSeats WHERE registration = ? AND event = ? AND arrivedAt IS NULL').run(registration, event)
}

/** Call `fillSessions` afterwards. If `isTold`, the person gets a mail with the sessions they lost. */
export function leaveSessions(db: Db, person: Recipient, { at, timeZone, queueMail }: SeatChange, isTold: boolean): void {
  const seats = seatsOf(db, person.id).filter(({ status }) => status !== 'none')
  if (seats.length === 0) return
  const sessions = readSessions(db, timeZone)
  for (const { event } of seats) dropSeat(db, person.id, event)
  const lost = seats.flatMap(({ event }) => sessions.get(event) ?? []).filter((session) => !isSessionOver(session, at))
  if (isTold && lost.length > 0) queueMail?.('session-lost', person, at, { sessions: lost.map(mailedSession) })
}

/** Jumps from event to event instead of reading all rows, because a session may have thousands. */
const eventsWithSeats = `WITH RECURSIVE events (id) AS (
  SELECT min(event) FROM sessionSeats
  UNION ALL SELECT (SELECT min(event) FROM sessionSeats WHERE event > events.id) FROM events WHERE events.id IS NOT NULL)
  SELECT id FROM events WHERE id IS NOT NULL`

/** Gives free seats of all sessions to waiting people. Also handles the seats of deleted and restored events. */
export function fillSessions(db: Db, change: SeatChange): void {
  const eventIds = readValues<string>(db, eventsWithSeats)
  if (eventIds.length === 0) return
  const sessions = readSessions(db, change.timeZone)
  for (const id of eventIds) {
    const session = sessions.get(id)
    if (!session) loseEvent(db, id, change)
    else {
      restoreEvent(db, session, change)
      fillSession(db, session, change)
    }
  }
}

function fillSession(db: Db, session: Session, { at, queueMail }: SeatChange): void {
  fillLine({
    capacity: session.capacity,
    waitingCount: countSeats(db, session.id, 'waiting'),
    takenCount: () => countSeats(db, session.id, 'seated'),
    isOver: () => isSessionOver(session, at),
    next: (limit) =>
      prepared<Recipient>(
        db,
        `${peopleOf("sessionSeats.status = 'waiting' AND lostAt IS NULL")} ORDER BY sessionSeats.waitingNumber, registrations.id LIMIT ?`,
      ).all(session.id, limit),
    promote(person) {
      putSeat(db, { event: session.id, registration: person.id, status: 'seated', since: at, waitingNumber: null })
      queueMail?.('session-promoted', person, at, { sessions: [mailedSession(session)] })
    },
  })
}

function loseEvent(db: Db, event: string, { at, timeZone, queueMail }: SeatChange): void {
  const people = prepared<Recipient>(db, peopleOf("sessionSeats.status <> 'none' AND lostAt IS NULL")).all(event)
  if (people.length === 0) return
  const session = deletedSession(db, event, timeZone)
  const isOver = session !== undefined && isSessionOver(session, at)
  for (const person of people) {
    prepared(db, 'UPDATE sessionSeats SET lostAt = ? WHERE event = ? AND registration = ?').run(at, event, person.id)
    if (!isOver) queueMail?.('session-lost', person, at, { sessions: [{ id: event, title: session?.title ?? '' }] })
  }
}

function restoreEvent(db: Db, session: Session, { at, queueMail }: SeatChange): void {
  if (countRows(db, 'SELECT count(*) FROM sessionSeats WHERE event = ? AND lostAt IS NOT NULL', session.id) === 0) return
  for (const person of prepared<PersonInLine>(db, peopleOf('lostAt IS NOT NULL')).all(session.id)) {
    prepared(db, 'UPDATE sessionSeats SET lostAt = NULL WHERE event = ? AND registration = ?').run(session.id, person.id)
    const { changes } = prepared(
      db,
      `DELETE FROM mails WHERE registrationId = ? AND +status = 'queued' AND kind = 'session-lost'
         AND json_array_length(sessions) = 1 AND sessions ->> '$[0].id' = ?`,
    ).run(person.id, session.id)
    const kind = person.status === 'seated' ? 'session-place' : 'session-waiting'
    if (changes === 0 && !isSessionOver(session, at)) queueMail?.(kind, person, at, { sessions: [mailedSession(session)] })
  }
}
