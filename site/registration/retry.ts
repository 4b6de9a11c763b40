import type { SendResult } from './send.ts'

/** Milliseconds after which what may have arrived is not sent again by itself: the visitor may have cancelled it since. */
const longestDoubt = 5 * 60_000

/**
 * Sends a form again by itself, once: when the connection is back, or after `wait` seconds where the server named them.
 * Not if the visitor has changed, sent or closed it meanwhile; nor long afterwards, unless there was no connection and so it never arrived.
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
  // Spread over half as long again: visitors refused together must not all retry together.
  const timer = setTimeout(again, wait * 1000 * (1 + Math.random() / 2))
  signal.addEventListener('abort', () => clearTimeout(timer))
}
