import { minuteMs } from '../../data/time.ts'
import type { SendResult } from './send.ts'

/** No retry after this time, because it could undo a cancellation that the visitor made in the meantime. */
const maxRetryAfterMs = 5 * minuteMs

/** Sends the form once more, unless the visitor changes it. If the first request was never sent, `maxRetryAfterMs` does not apply. */
export function retryLater(form: HTMLFormElement, { waitSeconds, neverSent }: Extract<SendResult, { outcome: 'failed' }>): void {
  const failedAt = Date.now()
  const waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  const again = () => {
    stop()
    const isFresh = neverSent || Date.now() - failedAt < maxRetryAfterMs
    if (isFresh && form.checkVisibility()) form.requestSubmit()
  }
  form.addEventListener('input', stop, { signal })
  form.addEventListener('submit', stop, { signal })
  addEventListener('online', again, { signal })
  if (waitSeconds === null) return
  // A random delay, so that visitors do not all retry together.
  const timer = setTimeout(again, waitSeconds * 1000 * (1 + Math.random() / 2))
  signal.addEventListener('abort', () => clearTimeout(timer))
}
