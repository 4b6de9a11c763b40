import { onMount } from 'nanostores'
import type { PublishStatus } from '../../../api/publishing/publish-status.ts'
import type { RemoteStatus } from '../../../api/store/mirror.ts'
import { api, ok } from '../calls/client.ts'
import { onThisClock } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'

type Answered = PublishStatus & { remote: RemoteStatus | null; savedRevision: number }
/** `liveSinceMs` is the time of publication by this computer's clock. */
type Published = Answered & { liveSinceMs: number | null }

const published = createLoaded<Published>(async () => read(await ok(api.publish.$get())))

export const $published = published.$loaded
export const loadPublished = published.load

onMount($published, () => $saves.listen(() => void published.load()))
onMount($published, () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = $published.listen(({ data }) => {
    clearTimeout(timer)
    if (data?.pending) timer = setTimeout(published.load, 500)
    else if (data?.remote?.pending) timer = setTimeout(published.load, 3000)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
})

export async function publishAgain(): Promise<void> {
  try {
    const now = await read(await ok(api.publish.$post()))
    published.change(() => now)
  } catch {
    // The status line already shows the failure.
  }
}

type Answer = Pick<Response, 'headers'> & { json: () => Promise<Answered> }

async function read(response: Answer): Promise<Published> {
  const status = await response.json()
  return { ...status, liveSinceMs: status.publishedAt === null ? null : onThisClock(status.publishedAt, response) }
}
