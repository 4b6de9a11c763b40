import type { Db } from '../../data/db.ts'
import { type Deed, recordDeed } from '../../data/queries/activity.ts'
import type { User } from '../../data/schema.ts'

/**
 * Makes a change and notes that `user` made it, in one transaction: neither is there without the other. `deed` says
 * what was done; null when nothing was.
 */
export function audited<T>(db: Db, user: User, change: () => T, deed: (result: T) => Deed | null): T {
  return db
    .transaction(() => {
      const result = change()
      const done = deed(result)
      if (done) recordDeed(db, user, done, new Date().toISOString())
      return result
    })
    .immediate()
}
