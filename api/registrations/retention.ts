import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordActivity } from '../../data/accounts/activity.ts'
import type { Db } from '../../data/db/db.ts'
import { eraseRegistrations } from '../../data/registrations/erasure.ts'
import { idsBefore, plannedDeletion } from '../../data/registrations/planned-deletion.ts'
import type { Erasures } from '../backup/erasures.ts'

const peopleAtOnce = 200

type Options = { db: Db; erasures: Erasures; timeZone: string }

/**
 * Erases all who registered for an event whose time of keeping is over at `now` (ISO 8601 in UTC), as if each had asked for it:
 * from the list, the trash and the mails, and no backup brings them back. Some at a time, so that requests have their turn;
 * stopped in between, the rest goes the next time. Resolves with how many they were.
 */
export async function eraseExpired({ db, erasures, timeZone }: Options, now: string): Promise<number> {
  const planned = plannedDeletion(db, timeZone)
  if (!planned || now < planned.at) return 0
  let erased = 0
  for (;;) {
    const ids = idsBefore(db, planned.at, peopleAtOnce)
    if (ids.length === 0) break
    const erase = () => eraseRegistrations(db, ids, { at: now, queueMail: null })
    if (!erasures.noteThenDelete('person', ids, erase, Boolean)) throw new Error('people who are to be erased were not')
    erased += ids.length
    await nextTurn()
  }
  if (erased > 0) recordActivity(db, null, { action: 'registrations-expired' }, now)
  return erased
}
