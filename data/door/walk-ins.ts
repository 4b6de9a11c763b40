/** Walk-ins: people who come to the door unregistered. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { aliasOf, countFor, noteArrival, storeArrival } from '../registrations/arrivals.ts'
import { setApart } from '../registrations/full-row.ts'
import { emailKeyOf, holderOf, insertSql, rowOf } from '../registrations/new-registrations.ts'
import { daysAfter } from '../time.ts'
import { secondsToNextWalkIn } from './amounts.ts'
import { dropOf, helpedUntil, isKept, type Sent } from './arrivals.ts'
import { wasListed } from './list.ts'
import type { WalkIn } from './schema.ts'
import { earliestOf, plausibleTime } from './times.ts'

/** 'there': sent before; 'closed': there is no event around this time; `seconds`: how long this account has to wait. */
type Outcome = { outcome: 'added' | 'registered' | 'there' | 'closed' } | { outcome: 'too-many'; seconds: number }

/** Says of an instant (ISO 8601 in UTC) whether the door is open then. */
type IsOpen = (at: string) => boolean

/**
 * Stores a walk-in with their arrival, once however often they are sent, with a place beside those for people who register. If their
 * e-mail is registered, that registration has arrived, and later events of the walk-in count for it ('registered'). Who came to
 * an edition that is over belongs to its people, if the phone helped there. An account adds a limited number, around the event.
 */
export function storeWalkIn(db: Db, walkIn: WalkIn, sent: Sent, isOpen: IsOpen = () => true): Outcome {
  return db
    .transaction((): Outcome => {
      const { id, door } = walkIn
      const { device, by, receivedAt } = sent
      const isThere = prepared(db, 'SELECT 1 FROM registrations WHERE id = ?').get(id) !== undefined
      // Organisers may have changed it since.
      if (isThere || aliasOf(db, id) !== id || isKept(db, id) || wasListed(db, id)) return { outcome: 'there' }
      const bounds = { earliest: earliestOf(db, device, receivedAt), receivedAt, sentAt: walkIn.sentAt }
      const at = plausibleTime(walkIn, bounds)
      const ended = editionAt(db, at)
      if (ended ? !helpedUntil(db, ended.finishedAt, sent) : !isOpen(at)) return { outcome: 'closed' }
      const seconds = secondsToNextWalkIn(db, by, receivedAt)
      if (seconds > 0) return { outcome: 'too-many', seconds }
      const event = { id, registration: id, sentAs: id, device, at, door: door ?? '', undo: null, receivedAt, receivedBy: by }
      if (!storeArrival(db, { ...event, isUnknown: false, dropId: dropOf(db, device) })) return { outcome: 'there' }
      prepared(db, 'UPDATE arrivals SET isUnknown = 0 WHERE registration = ?').run(id)
      const emailKey = emailKeyOf(id, walkIn.email ?? '')
      const holder = ended ? holderIn(db, ended, emailKey) : holderOf(db, emailKey)
      if (holder !== null) {
        countFor(db, id, holder, { isWalkIn: true })
        return { outcome: 'registered' }
      }
      insertWalkIn(db, walkIn, { at, ended, emailKey })
      return { outcome: ended ? 'registered' : 'added' }
    })
    .immediate()
}

type Entered = { at: string; ended: Ended | undefined; emailKey: string }

function insertWalkIn(db: Db, { id, name, email, company }: WalkIn, { at, ended, emailKey }: Entered): void {
  const fields = { name, email: email ?? '', company: company ?? '' }
  // In the list somebody else may have the e-mail, who registered for the next edition.
  const listedEmail = ended ? '' : fields.email
  const row = rowOf({ fields: { ...fields, email: listedEmail }, at, idempotencyKey: null, marketingText: '' })
  prepared(db, insertSql).run({ ...row, id, emailKey: emailKeyOf(id, listedEmail), status: 'registered', waitingNumber: null })
  prepared(db, 'UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(id)
  noteArrival(db, id)
  if (!ended) return
  setApart(db, ended.year, id)
  prepared(db, "UPDATE editionPeople SET row = json_set(row, '$.email', ?, '$.emailKey', ?) WHERE id = ?").run(
    fields.email,
    emailKey,
    id,
  )
}

type Ended = { year: string; finishedAt: string }

/** Days before its date from which on somebody may come to an edition: what is noted earlier was noted by a clock of years ago. */
const earliest = 60

/** The edition that was not over yet at an instant (ISO 8601 in UTC), and is by now. */
function editionAt(db: Db, at: string): Ended | undefined {
  return prepared<Ended>(
    db,
    'SELECT year, finishedAt FROM editions WHERE finishedAt >= ? AND eventDate <= ? AND undoneAt IS NULL ORDER BY finishedAt LIMIT 1',
  ).get(at, daysAfter(at, earliest))
}

/** `holderOf` for an edition that is over: among its people, including people in the list who are still to be set apart. */
function holderIn(db: Db, { year, finishedAt }: Ended, emailKey: string): string | null {
  const holder = prepared<{ id: string }>(
    db,
    `SELECT id FROM editionPeople WHERE row ->> 'emailKey' = @emailKey AND year = @year
     UNION ALL SELECT id FROM registrations WHERE emailKey = @emailKey AND registrationDate <= @finishedAt
       AND (SELECT apartAt FROM editions WHERE year = @year) IS NULL`,
  )
  return holder.get({ emailKey, year, finishedAt })?.id ?? null
}
