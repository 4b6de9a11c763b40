/** People with a seat are asked if they come. Seats of people who do not answer go to waiting people. */
import { readSection } from '../content/content.ts'
import { readKey } from '../content/revisions.ts'
import type { Db } from '../db/db.ts'
import { inTransaction, prepared, readValue } from '../db/prepared.ts'
import { answerHours } from '../limits.ts'
import { currentPeople } from '../seats/fill.ts'
import { hourMs } from '../time.ts'
import { deadlineOf } from './places-now.ts'
import { fillSeats, nextWaiting, type PersonStatus, type StatusChange, setStatus } from './set-status.ts'

/** Requests wait about 20 ms while this number of people is changed. */
const peopleAtOnceCount = 50

/** Returns ISO 8601 in UTC, or null if people who do not answer keep their seat. */
export const answerDeadline = (db: Db): string | null => deadlineOf(db, 'confirmBy')

/** Takes a seat only if a waiting person gets it at once. Returns the number of seats. */
export function releaseUnconfirmed(db: Db, change: StatusChange): number {
  const deadline = answerDeadline(db)
  const { at } = change
  if (deadline === null || at < deadline || at >= readSection(db, 'hero').value.eventDate) return 0
  return inTransaction(db, () => {
    if (readKey(db, 'places').value.capacity === null || nextWaiting(db, 1).length === 0) return 0
    fillSeats(db, change)
    const waiting = nextWaiting(db, peopleAtOnceCount)
    const silent = silentPeople(db, at, waiting.length)
    for (const [index, person] of silent.entries()) {
      const successor = waiting[index]
      if (!successor) break
      setStatus(db, person, 'waitlisted', change, undefined, 'unconfirmed')
      prepared(db, 'UPDATE registrations SET unconfirmedAt = ? WHERE id = ?').run(at, person.id)
      const status = readValue<string>(db, 'SELECT status FROM registrations WHERE id = ?', successor.id)
      if (status === 'waitlisted') setStatus(db, successor, 'registered', change)
    }
    return silent.length
  })
}

/**
 * Returns people who did not answer within `answerHours` of the mail with the question, newest registrations first. Leaves out
 * people with an open offer. Questions from before a backup was restored do not count.
 */
function silentPeople(db: Db, at: string, limit: number): PersonStatus[] {
  const askedBefore = new Date(Date.parse(at) - answerHours * hourMs).toISOString()
  return prepared<PersonStatus>(
    db,
    `SELECT id, email, name, status FROM registrations
     WHERE status = 'registered' AND isConfirmed = 0 AND isWalkIn = 0 AND arrivedAt IS NULL AND askedAt IS NOT NULL AND ${currentPeople}
       AND NOT EXISTS (SELECT 1 FROM placeLinks WHERE id = placeLink AND returnedAt IS NULL)
       AND NOT EXISTS (SELECT 1 FROM transfers WHERE registration = registrations.id AND endedAt IS NULL AND until > ?)
       AND EXISTS (SELECT 1 FROM mails WHERE registrationId = registrations.id AND kind = 'ask' AND sentAt <= ? AND createdAt >= askedAt
         AND sentAt > coalesce((SELECT at FROM mailMarks WHERE name = 'restored'), ''))
     ORDER BY registrationDate DESC, id DESC LIMIT ?`,
  ).all(at, askedBefore, limit)
}

/** For a person who lost their seat and confirms late. Returns the new status. */
export function comeBack(db: Db, id: string, change: StatusChange): 'registered' | 'waitlisted' {
  prepared(db, 'UPDATE registrations SET unconfirmedAt = NULL, askedAt = NULL WHERE id = ?').run(id)
  fillSeats(db, change)
  prepared(db, "UPDATE registrations SET isConfirmed = 1 WHERE id = ? AND status = 'registered'").run(id)
  return readValue(db, 'SELECT status FROM registrations WHERE id = ?', id) === 'registered' ? 'registered' : 'waitlisted'
}
