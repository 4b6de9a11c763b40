import type { Db } from '../db/db.ts'
import { insertRow, inTransaction, prepared, readValue } from '../db/prepared.ts'
import { aliasOf, moveEvents, storeArrival, updateArrival } from '../registrations/arrivals.ts'
import { archivePerson } from '../registrations/full-row.ts'
import { emailKeyOf, holderOf, rowOf } from '../registrations/new-registrations.ts'
import { daysAfter } from '../time.ts'
import { dropOf, hasHelpedAtEnd, isArchivedOrTrashed, type Transmission } from './arrivals.ts'
import { wasListed } from './list.ts'
import type { WalkIn } from './schema.ts'
import { secondsToNextWalkIn } from './sending-limits.ts'
import { earliestTime, plausibleTime } from './times.ts'

/** 'there': the walk-in was stored before. 'closed': no event takes place at that time. */
type Outcome = { outcome: 'added' | 'registered' | 'there' | 'closed' } | { outcome: 'too-many'; seconds: number }

type IsOpen = (at: string) => boolean

/** Returns 'registered' if the e-mail was registered before, or if the walk-in belongs to a finished edition. */
export function storeWalkIn(db: Db, walkIn: WalkIn, sent: Transmission, isOpen: IsOpen = () => true): Outcome {
  return inTransaction(db, () => {
    const { id, door } = walkIn
    const { device, by, receivedAt } = sent
    const isThere = prepared(db, 'SELECT 1 FROM registrations WHERE id = ?').get(id) !== undefined
    if (isThere || aliasOf(db, id) !== id || isArchivedOrTrashed(db, id) || wasListed(db, id)) return { outcome: 'there' }
    const bounds = { earliest: earliestTime(db, device, receivedAt), receivedAt, sentAt: walkIn.sentAt }
    const at = plausibleTime(walkIn, bounds)
    const ended = editionAt(db, at)
    if (ended ? !hasHelpedAtEnd(db, ended.finishedAt, sent) : !isOpen(at)) return { outcome: 'closed' }
    const seconds = secondsToNextWalkIn(db, by, receivedAt)
    if (seconds > 0) return { outcome: 'too-many', seconds }
    const event = {
      id,
      registration: id,
      sentAs: id,
      device,
      at,
      door: door ?? '',
      undo: null,
      receivedAt,
      receivedBy: by,
      session: null,
    }
    if (!storeArrival(db, { ...event, isUnknown: false, dropId: dropOf(db, device) })) return { outcome: 'there' }
    prepared(db, 'UPDATE arrivals SET isUnknown = 0 WHERE registration = ?').run(id)
    const emailKey = emailKeyOf(id, walkIn.email ?? '')
    const holder = ended ? holderIn(db, ended, emailKey) : holderOf(db, emailKey)
    if (holder !== null) {
      moveEvents(db, id, holder, { isWalkIn: true })
      return { outcome: 'registered' }
    }
    insertWalkIn(db, walkIn, { at, ended, emailKey })
    return { outcome: ended ? 'registered' : 'added' }
  })
}

type Entered = { at: string; ended: Ended | undefined; emailKey: string }

function insertWalkIn(db: Db, { id, name, email, company }: WalkIn, { at, ended, emailKey }: Entered): void {
  const fields = { name, email: email ?? '', company: company ?? '' }
  const listedEmail = ended ? '' : fields.email
  const row = rowOf({ fields: { ...fields, email: listedEmail }, at, idempotencyKey: null, marketingText: '' })
  const key = emailKeyOf(id, listedEmail)
  insertRow(db, 'registrations', { ...row, id, emailKey: key, status: 'registered', waitingNumber: null, isWalkIn: 1 })
  updateArrival(db, id)
  if (!ended) return
  archivePerson(db, ended.year, id)
  const setEmail = "UPDATE editionPeople SET row = json_set(row, '$.email', ?, '$.emailKey', ?) WHERE id = ?"
  prepared(db, setEmail).run(fields.email, emailKey, id)
}

type Ended = { year: string; finishedAt: string }

/** An arrival dated more than this number of days before the event comes from a wrong clock. */
const earliestDays = 60

function editionAt(db: Db, at: string): Ended | undefined {
  return prepared<Ended>(
    db,
    'SELECT year, finishedAt FROM editions WHERE finishedAt >= ? AND eventDate <= ? AND undoneAt IS NULL ORDER BY finishedAt LIMIT 1',
  ).get(at, daysAfter(at, earliestDays))
}

function holderIn(db: Db, { year, finishedAt }: Ended, emailKey: string): string | null {
  const holder = `SELECT id FROM editionPeople WHERE row ->> 'emailKey' = @emailKey AND year = @year
    UNION ALL SELECT id FROM registrations WHERE emailKey = @emailKey AND registrationDate <= @finishedAt
      AND (SELECT apartAt FROM editions WHERE year = @year) IS NULL`
  return readValue<string>(db, holder, { emailKey, year, finishedAt }) ?? null
}
