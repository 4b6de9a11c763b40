import { HTTPException } from 'hono/http-exception'
import { type Activity, recordActivity } from '../../data/accounts/activity.ts'
import type { Caller, User } from '../../data/accounts/schema.ts'
import { lostRights } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'

/**
 * Runs `change` and records `activity`. If `activity` is an object and `change` returns null, false or 0, nothing is recorded.
 * Throws 401 or 403 if the user has lost their rights.
 */
export function recorded<T>(
  db: Db,
  user: Caller | User,
  activity: Activity | null | ((result: T) => Activity | readonly Activity[] | null | false),
  change: () => T,
): T {
  return db
    .transaction(() => {
      insistOnRights(db, user)
      const result = change()
      const isUnchanged = result === null || result === false || result === 0
      const done = typeof activity === 'function' ? activity(result) : !isUnchanged && activity
      recordActivity(db, user, done || [], new Date().toISOString())
      return result
    })
    .immediate()
}

export function insistOnRights(db: Db, user: Caller | User): void {
  const lost = 'sessionId' in user ? lostRights(db, user) : null
  if (lost) throw new HTTPException(lost === 'gone' ? 401 : 403)
}
