import { onMount } from 'nanostores'
import type { PublishStatus } from '../../../api/publishing/publisher.ts'
import { api, ok } from '../calls/client.ts'
import { $saves } from '../calls/saves.ts'
import { onThisClock } from './clock.ts'
import { createLoaded } from './loaded.ts'

/** What visitors see, the newest revision that was saved, and when (on this machine's clock) it went live. */
type Published = PublishStatus & { savedRevision: number; liveSince: number | null }

const published = createLoaded<Published>(async () => read(await ok(api.publish.$get())))

/** Loaded once, and again after every save. */
export const $published = published.$loaded
export const loadPublished = published.load

onMount($published, () => $saves.listen(() => void published.load()))

/** Publishes again what is saved but not live. */
export async function publishAgain(): Promise<void> {
  try {
    const now = await read(await ok(api.publish.$post()))
    published.change(() => now)
  } catch {
    // The status already says that it is not live.
  }
}

type Answer = Pick<Response, 'headers'> & { json: () => Promise<PublishStatus & { savedRevision: number }> }

async function read(response: Answer): Promise<Published> {
  const status = await response.json()
  return { ...status, liveSince: status.publishedAt === null ? null : onThisClock(status.publishedAt, response) }
}
