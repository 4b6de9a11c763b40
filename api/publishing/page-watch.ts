import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { createJob } from '../system/job.ts'
import type { Publisher } from './publisher.ts'
import { type PageState, pageStateAt } from './source.ts'

const retryDelayMs = 30_000

export function watchPage(db: Db, timeZone: string, publisher: Pick<Publisher, 'liveState' | 'publish'>, log: Logger) {
  const stateAt = pageStateAt(db, timeZone)
  let lastTry: { state: PageState; atMs: number } | null = null

  async function look(atMs = Date.now()): Promise<void> {
    const state = stateAt(atMs)
    if (isDeepStrictEqual(state, publisher.liveState())) return
    if (lastTry && isDeepStrictEqual(state, lastTry.state) && Math.abs(atMs - lastTry.atMs) < retryDelayMs) return
    lastTry = { state, atMs }
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
