/**
 * Sends a form again by itself, once: when the connection is back, or after `wait` seconds where the server named them.
 * Not if the visitor has changed, sent or closed it meanwhile.
 */
export function retryLater(form: HTMLFormElement, wait: number | null): void {
  const waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  const again = () => {
    stop()
    if (form.checkVisibility()) form.requestSubmit()
  }
  form.addEventListener('input', stop, { signal })
  form.addEventListener('submit', stop, { signal })
  addEventListener('online', again, { signal })
  if (wait === null) return
  // Spread over half as long again: visitors refused together must not all retry together.
  const timer = setTimeout(again, wait * 1000 * (1 + Math.random() / 2))
  signal.addEventListener('abort', () => clearTimeout(timer))
}
