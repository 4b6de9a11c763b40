import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { createJob } from '../system/job.ts'
import type { Publisher } from './publisher.ts'
import { type Said, sayNow } from './source.ts'

/** Delay before a failed publish is repeated. */
const patience = 30_000

/** Publishes when seats or the time change the page. It polls each second, so no code path can forget to notify it. */
export function watchPage(db: Db, timeZone: string, publisher: Pick<Publisher, 'said' | 'publish'>, log: Logger) {
  const say = sayNow(db, timeZone)
  let tried: { said: Said; at: number } | null = null

  async function look(at = Date.now()): Promise<void> {
    const said = say(at)
    if (isDeepStrictEqual(said, publisher.said())) return
    if (tried && isDeepStrictEqual(said, tried.said) && Math.abs(at - tried.at) < patience) return
    tried = { said, at }
    await publisher.publish()
  }

  const job = createJob({
    everyMs: 1000,
    work: () => look(),
    onError: (error, failures) => {
      if (failures === 1) log.error({ err: error }, 'whether the page says what is so could not be looked up')
    },
  })
  return { ...job, look }
}
