import { type Activity, recordActivity } from '../../data/accounts/activity.ts'
import type { User } from '../../data/accounts/schema.ts'
import type { Db } from '../../data/db/db.ts'

/**
 * Makes a change and notes that `user` made it, in one transaction: neither is there without the other. `activity` says
 * what was done; null when nothing was.
 */
export function recorded<T>(db: Db, user: User, change: () => T, activity: (result: T) => Activity | null): T {
  return db
    .transaction(() => {
      const result = change()
      const done = activity(result)
      if (done) recordActivity(db, user, done, new Date().toISOString())
      return result
    })
    .immediate()
}
