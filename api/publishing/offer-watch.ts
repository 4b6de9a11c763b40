import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import type { Offer } from '../../data/registrations/places.ts'
import { offerNow } from '../../data/registrations/places-now.ts'
import { createJob } from '../system/job.ts'
import type { Publisher } from './publisher.ts'

/** A page that could not be published is tried again after so long, in milliseconds. */
const patience = 30_000

/**
 * Publishes when what the page says of registering is not so any more: whoever took the last place, and whatever time it has
 * become. It looks each second, which costs two reads of a row: so nothing that frees or takes places can forget to tell,
 * and a time that passed while the process was down is no exception.
 */
export function watchOffer(db: Db, publisher: Pick<Publisher, 'offer' | 'publish'>, log: Logger) {
  const now = offerNow(db)
  let tried: { offer: Offer; at: number } | null = null

  /** Publishes if something has changed at `at` (milliseconds). Resolves when that is done. */
  async function look(at = Date.now()): Promise<void> {
    const offer = now(new Date(at).toISOString())
    if (isDeepStrictEqual(offer, publisher.offer())) return
    if (tried && isDeepStrictEqual(offer, tried.offer) && at - tried.at < patience) return
    tried = { offer, at }
    await publisher.publish()
  }

  const job = createJob({
    every: 1000,
    work: () => look(),
    onError: (error, failures) => {
      if (failures === 1) log.error({ err: error }, 'what the page says of registering could not be looked up')
    },
  })
  return { ...job, look }
}
