import type { PublishStatus } from '../../../api/publish.ts'
import { api, ok } from '../client.ts'
import { onThisClock } from './clock.ts'
import { createFetcherStore, createMutatorStore } from './query.ts'

/** What visitors see, the newest revision that was saved, and when (on this machine's clock) it went live. */
type Published = PublishStatus & { savedRevision: number; liveSince: number | null }

/** Asked for once, and again after every save. */
export const $published = createFetcherStore<Published>(['publish'], {
  fetcher: async () => read(await ok(api.publish.$get())),
})

/** Publishes again what is saved but not live. */
export const $publishAgain = createMutatorStore<void>(async () => {
  try {
    $published.mutate(await read(await ok(api.publish.$post())))
  } catch {
    // It is still not live, which the panel says already.
  }
})

type Answer = Pick<Response, 'headers'> & { json: () => Promise<PublishStatus & { savedRevision: number }> }

async function read(response: Answer): Promise<Published> {
  const status = await response.json()
  return { ...status, liveSince: status.publishedAt === null ? null : onThisClock(status.publishedAt, response) }
}
