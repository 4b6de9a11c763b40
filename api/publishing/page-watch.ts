import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { createJob } from '../system/job.ts'
import type { Publisher } from './publisher.ts'
import { type Said, sayNow } from './source.ts'

/** A page that could not be published is tried again after so long, in milliseconds. */
const patience = 30_000

/**
 * Publishes when what the page says of registering, or of what takes place, is not so any more: whoever took the last place, and
 * whatever time it has become. It looks each second, which costs a few reads of a row: so nothing that frees or takes places can
 * forget to tell, and a time that passed while the process was down is no exception.
 */
export function watchPage(db: Db, timeZone: string, publisher: Pick<Publisher, 'said' | 'publish'>, log: Logger) {
  const say = sayNow(db, timeZone)
  let tried: { said: Said; at: number } | null = null

  /** Publishes if something has changed at `at` (milliseconds). Resolves when that is done. */
  async function look(at = Date.now()): Promise<void> {
    const said = say(at)
    if (isDeepStrictEqual(said, publisher.said())) return
    if (tried && isDeepStrictEqual(said, tried.said) && Math.abs(at - tried.at) < patience) return
    tried = { said, at }
    await publisher.publish()
  }

  const job = createJob({
    every: 1000,
    work: () => look(),
    onError: (error, failures) => {
      if (failures === 1) log.error({ err: error }, 'whether the page says what is so could not be looked up')
    },
  })
  return { ...job, look }
}
