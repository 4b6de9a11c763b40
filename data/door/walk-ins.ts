/** Who comes to the door unregistered. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { aliasOf, countFor, noteArrival, storeArrival } from '../registrations/arrivals.ts'
import { setApart } from '../registrations/full-row.ts'
import { emailKeyOf, holderOf, insertSql, rowOf } from '../registrations/new-registrations.ts'
import { daysAfter } from '../time.ts'
import { correctedTime, isKept, type Sent } from './arrivals.ts'
import { wasListed } from './list.ts'
import type { WalkIn } from './schema.ts'

/**
 * Stores a walk-in with their arrival, once however often they are sent, and gives them a place even where none is left: they are
 * in. Where their e-mail is that of a registration, it is that one which arrived, and what the phone sends of the walk-in counts
 * for it. Who came to an edition that is over is of its people, whenever the phone tells of them. True when somebody was added to the
 * list.
 */
export function storeWalkIn(db: Db, walkIn: WalkIn, { device, by, receivedAt }: Sent): boolean {
  return db
    .transaction(() => {
      const { id, name, company, door } = walkIn
      const at = correctedTime(walkIn)
      const isThere = prepared(db, 'SELECT 1 FROM registrations WHERE id = ?').get(id) !== undefined
      // It was sent before: what became of it since is for the organisers to say.
      if (isThere || aliasOf(db, id) !== id || isKept(db, id) || wasListed(db, id)) return false
      storeArrival(db, { id, registration: id, device, at, door: door ?? '', undo: null, receivedAt, receivedBy: by })
      const ended = editionAt(db, at)
      const fields = { name, email: walkIn.email ?? '', company: company ?? '' }
      const emailKey = emailKeyOf(id, fields.email)
      const other = ended ? holderIn(db, ended, emailKey) : holderOf(db, emailKey)
      if (other !== null) {
        countFor(db, id, other)
        return false
      }
      // A phone's clock may be ahead: nothing is registered after now.
      const registeredAt = at < receivedAt ? at : receivedAt
      // In the list somebody else may have the e-mail, who registered for the next edition.
      const email = ended ? '' : fields.email
      const row = rowOf({ fields: { ...fields, email }, at: registeredAt, idempotencyKey: null, marketingText: '' })
      prepared(db, insertSql).run({ ...row, id, emailKey: emailKeyOf(id, email), status: 'registered', waitingNumber: null })
      prepared(db, 'UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(id)
      noteArrival(db, id)
      if (!ended) return true
      setApart(db, ended.year, id)
      prepared(db, "UPDATE editionPeople SET row = json_set(row, '$.email', ?, '$.emailKey', ?) WHERE id = ?").run(
        fields.email,
        emailKey,
        id,
      )
      return false
    })
    .immediate()
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

/** The same as `holderOf` for an edition that is over: among its people, those included who are still to be set apart. */
function holderIn(db: Db, { year, finishedAt }: Ended, emailKey: string): string | null {
  const found = prepared<{ id: string }>(
    db,
    `SELECT id FROM editionPeople WHERE row ->> 'emailKey' = @emailKey AND year = @year
     UNION ALL SELECT id FROM registrations WHERE emailKey = @emailKey AND registrationDate <= @finishedAt
       AND (SELECT apartAt FROM editions WHERE year = @year) IS NULL`,
  )
  return found.get({ emailKey, year, finishedAt })?.id ?? null
}
