import { HTTPException } from 'hono/http-exception'
import { type Activity, recordActivity } from '../../data/accounts/activity.ts'
import type { Caller, User } from '../../data/accounts/schema.ts'
import { lostRights } from '../../data/accounts/users.ts'
import type { Db } from '../../data/db/db.ts'

/**
 * Makes a change and notes that `user` made it, in one transaction: neither is there without the other. In it is also read who they
 * are now, for a body may come long after the headers: throws what `insistOnRights` throws. `activity` says what was done, by one
 * entry or several; null when nothing was.
 */
export function recorded<T>(
  db: Db,
  user: Caller | User,
  change: () => T,
  activity: (result: T) => Activity | readonly Activity[] | null,
): T {
  return db
    .transaction(() => {
      insistOnRights(db, user)
      const result = change()
      recordActivity(db, user, activity(result) ?? [], new Date().toISOString())
      return result
    })
    .immediate()
}

/**
 * Throws 401 when the session of a caller has ended or they were made inactive since their call began, 403 when they are not any
 * more the administrator that they were. Whoever just gave their password has no session yet.
 */
export function insistOnRights(db: Db, user: Caller | User): void {
  const lost = 'sessionId' in user ? lostRights(db, user) : null
  if (lost) throw new HTTPException(lost === 'gone' ? 401 : 403)
}
