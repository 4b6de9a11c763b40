import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordActivity } from '../../data/accounts/activity.ts'
import { clearLog, type Db } from '../../data/db/db.ts'
import { eraseExpiredAnswers } from '../../data/registrations/answers/expired.ts'
import { eraseRegistrations } from '../../data/registrations/erasure.ts'
import { idsBefore, plannedDeletion } from '../../data/registrations/planned-deletion.ts'
import type { Erasures } from '../backup/erasures.ts'

const maxPeople = 200
const maxAnswered = 1_000

type Options = { db: Db; erasures: Erasures; config: { timeZone: string } }

/** Returns how many people were erased. `now` is ISO 8601 in UTC. */
export async function eraseExpired({ db, erasures, config }: Options, now: string): Promise<number> {
  const planned = plannedDeletion(db, config.timeZone)
  if (!planned || now < planned.at) return 0
  const erased = await eraseInParts({ db, erasures, config }, (limit) => idsBefore(db, planned.at, limit), now)
  if (erased > 0) recordActivity(db, null, { action: 'registrations-expired' }, now)
  return erased
}

/** Returns the number of people whose answers were erased. `now` is ISO 8601 in UTC. */
export async function eraseOldAnswers({ db, config }: Pick<Options, 'db' | 'config'>, now: string): Promise<number> {
  let erased = 0
  for (let people = -1; people !== 0; erased += people) {
    people = eraseExpiredAnswers(db, config.timeZone, now, maxAnswered)
    await nextTurn()
  }
  if (erased > 0) clearLog(db)
  return erased
}

/** `next(limit)` returns the ids of the next people to erase. Certificates stay, as the privacy notice states. */
export async function eraseInParts(
  { db, erasures, config }: Options,
  next: (limit: number) => string[],
  now: string,
): Promise<number> {
  let erased = 0
  for (let ids = next(maxPeople); ids.length > 0; ids = next(maxPeople)) {
    const erase = () =>
      eraseRegistrations(db, ids, { at: now, timeZone: config.timeZone, queueMail: null }, { keepsCertificates: true })
    if (!erasures.noteThenDelete('person', ids, erase, Boolean)) throw new Error('people who are to be erased were not')
    erased += ids.length
    await nextTurn()
  }
  return erased
}
