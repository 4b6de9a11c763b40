/** Who comes to the door unregistered. */
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { aliasOf, countFor, noteArrival, storeArrival } from '../registrations/arrivals.ts'
import { emailKeyOf, insertSql, rowOf } from '../registrations/new-registrations.ts'
import { correctedTime, isInTrash, type Sent } from './arrivals.ts'
import { wasListed } from './list.ts'
import type { WalkIn } from './schema.ts'

/**
 * Stores a walk-in with their arrival, once however often they are sent, and gives them a place even where none is left: they are
 * in. Where their e-mail is that of a registration, it is that one which arrived, and what the phone sends of the walk-in counts
 * for it. True when somebody was added to the list.
 */
export function storeWalkIn(db: Db, walkIn: WalkIn, { device, by, receivedAt }: Sent): boolean {
  return db
    .transaction(() => {
      const { id, name, email, company, door } = walkIn
      const at = correctedTime(walkIn)
      const isThere = prepared(db, 'SELECT 1 FROM registrations WHERE id = ?').get(id) !== undefined
      // It was sent before: what became of it since is for the organisers to say.
      if (isThere || aliasOf(db, id) !== id || isInTrash(db, id) || wasListed(db, id)) return false
      storeArrival(db, { id, registration: id, device, at, door: door ?? '', undo: null, receivedAt, receivedBy: by })
      const other = email
        ? prepared<{ id: string }>(db, 'SELECT id FROM registrations WHERE emailKey = ?').get(email.toLowerCase())
        : undefined
      if (other) {
        countFor(db, id, other.id)
        return false
      }
      const fields = { name, email: email ?? '', company: company ?? '' }
      // A phone's clock may be ahead: nothing is registered after now.
      const registeredAt = at < receivedAt ? at : receivedAt
      const row = rowOf({ fields, at: registeredAt, idempotencyKey: null, marketingText: '' })
      const emailKey = emailKeyOf(id, fields.email)
      prepared(db, insertSql).run({ ...row, id, emailKey, status: 'registered', waitingNumber: null })
      prepared(db, 'UPDATE registrations SET isWalkIn = 1 WHERE id = ?').run(id)
      noteArrival(db, id)
      return true
    })
    .immediate()
}
