import type { Db } from '../../data/db.ts'
import { forgetOldActivity } from '../../data/queries/activity.ts'
import { forgetOldRevisions } from '../../data/queries/revisions.ts'
import { emptyTrash } from '../../data/queries/trash.ts'

const day = 24 * 60 * 60 * 1000

/** Removes what has been kept for as long as it is kept, now and once a day. */
export function startUpkeep(db: Db): void {
  const run = () => {
    const now = new Date().toISOString()
    forgetOldActivity(db, now)
    emptyTrash(db, now)
    forgetOldRevisions(db)
  }
  run()
  setInterval(run, day).unref()
}
