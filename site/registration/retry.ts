import type { SendResult } from './send.ts'

/** Milliseconds. A later automatic retry could undo a cancellation. */
const longestDoubt = 5 * 60_000

/**
 * Retries once: when the connection returns, or after `wait` seconds. Stops if the form changes, is sent or closed. The time limit
 * does not apply to `neverSent`.
 */
export function retryLater(form: HTMLFormElement, { wait, neverSent }: Extract<SendResult, { outcome: 'failed' }>): void {
  const failedAt = Date.now()
  const waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  const again = () => {
    stop()
    const isFresh = neverSent || Date.now() - failedAt < longestDoubt
    if (isFresh && form.checkVisibility()) form.requestSubmit()
  }
  form.addEventListener('input', stop, { signal })
  form.addEventListener('submit', stop, { signal })
  addEventListener('online', again, { signal })
  if (wait === null) return
  // Adds up to half, so that visitors do not all retry together.
  const timer = setTimeout(again, wait * 1000 * (1 + Math.random() / 2))
  signal.addEventListener('abort', () => clearTimeout(timer))
}
