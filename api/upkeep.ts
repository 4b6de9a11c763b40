import type { Logger } from 'pino'
import { forgetOldActivity } from '../data/accounts/activity.ts'
import { forgetAlerts } from '../data/alerts/alerts.ts'
import type { Db } from '../data/db/db.ts'
import { forgetUnknownArrivals } from '../data/door/sending-limits.ts'
import { mendRecords } from '../data/instants.ts'
import { forgetSources } from '../data/mail/budgets.ts'
import { emptyTrash } from '../data/registrations/trash.ts'
import { forgetSpeakers } from '../data/speakers/links.ts'
import { hourMs } from '../data/time.ts'
import { forgetTransfers } from '../data/transfers/transfers.ts'
import type { Erasures } from './backup/erasures.ts'
import type { Config } from './config.ts'
import { finishWork } from './editions/work.ts'
import { eraseExpired, eraseOldAnswers } from './registrations/retention.ts'
import { lookAtClock } from './system/clock.ts'
import { createJob, type Job } from './system/job.ts'

type Options = { db: Db; erasures: Erasures; config: Pick<Config, 'dataDir' | 'timeZone'>; log: Logger }

/** Deletes expired data every hour. After a jump of the clock it deletes nothing for a day. */
export function createUpkeep({ db, erasures, config, log }: Options): Job {
  async function work(): Promise<void> {
    const { isSteady, isJump } = lookAtClock(config.dataDir)
    if (isJump) log.warn('the clock jumped, or nobody looked at it for days: nothing is removed for its age for a day')
    if (!isSteady) return
    const now = new Date().toISOString()
    // First corrects times in the future, because the deletions depend on them.
    const moved = mendRecords(db, Date.parse(now))
    if (moved > 0) log.warn({ moved }, 'records of a clock that was ahead have the time of now')
    forgetOldActivity(db, now)
    emptyTrash(db, now)
    forgetSources(db, now)
    forgetUnknownArrivals(db, now)
    forgetTransfers(db, now)
    forgetAlerts(db, now, config.timeZone)
    forgetSpeakers(db, now, config.timeZone)
    await finishWork({ db, erasures, config }, { now, isClockSteady: true })
    const answered = await eraseOldAnswers({ db, config }, now)
    if (answered > 0) log.info({ people: answered }, 'answers to own questions were erased, their time is over')
    const erased = await eraseExpired({ db, erasures, config }, now)
    if (erased > 0) log.info({ erased }, 'the data of those who registered was deleted, its time is over')
  }

  return createJob({ work, everyMs: hourMs, onError: (error) => log.warn({ err: error }, 'what is old stays for now') })
}
