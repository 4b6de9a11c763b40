import { atom, onMount } from 'nanostores'
import type { PublishStatus } from '../../../api/publish.ts'
import { api, ok } from '../client.ts'
import { createFetcherStore, createMutatorStore } from './query.ts'

/** What visitors see, the newest revision that was saved, and when (on this machine's clock) it went live. */
export type Published = PublishStatus & { savedRevision: number; liveSince: number | null }

/** Asked for once, and again after every save. */
export const $published = createFetcherStore<Published>(['publish'], {
  fetcher: async () => {
    const response = await ok(api.publish.$get())
    return withAge(await response.json(), response.headers.get('Date'))
  },
})

/** Publishes again what is saved but not live. */
export const $publishAgain = createMutatorStore<void>(async () => {
  try {
    const response = await ok(api.publish.$post())
    $published.mutate(withAge(await response.json(), response.headers.get('Date')))
  } catch {
    // It is still not live, which the panel says already.
  }
})

/** The time now in milliseconds, second by second while somebody looks. */
export const $now = atom(Date.now())

onMount($now, () => {
  $now.set(Date.now())
  const timer = setInterval(() => $now.set(Date.now()), 1000)
  return () => clearInterval(timer)
})

function withAge(status: PublishStatus & { savedRevision: number }, date: string | null): Published {
  return { ...status, liveSince: status.publishedAt === null ? null : onThisClock(status.publishedAt, date) }
}

/**
 * When something happened (ISO 8601), in milliseconds of this machine's clock, which may be minutes off: the age is
 * measured on the server's clock alone, as it stands in the answer's `Date` header.
 */
export function onThisClock(instant: string, date: string | null): number {
  const serverNow = date ? Date.parse(date) : Date.now()
  return Date.now() - Math.max(0, serverNow - Date.parse(instant))
}
