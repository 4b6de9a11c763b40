import { idempotencyKey } from './draft.ts'

/**
 * `fields` has messages by field name. `advice` is a sentence on what happens next. `wait` is Retry-After in seconds, or null.
 * `neverSent`: there was no connection.
 */
export type SendResult =
  | { outcome: 'registered'; isWaiting: boolean }
  | { outcome: 'closed'; message: string }
  | { outcome: 'refused'; fields: Record<string, string> }
  | { outcome: 'failed'; reason: string; advice: string; wait: number | null; neverSent: boolean }

/** Seconds. */
const longestWait = 300

const kept = 'Lo que escribiste sigue aquí'

/** Never throws. Network and server errors are 'failed', with the reason for the log. */
export async function sendRegistration(registration: Record<string, unknown>): Promise<SendResult> {
  const neverSent = !navigator.onLine
  try {
    const key = idempotencyKey()
    const response = await fetch('/api/registrations', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
      body: JSON.stringify(registration),
      // A dead connection would hang for minutes.
      signal: AbortSignal.timeout(20_000),
    })
    // A proxy may answer with HTML.
    const body: { error?: string; fields?: Record<string, string>; reason?: string; status?: string } = await response
      .json()
      .catch(() => ({}))
    if (response.ok) return { outcome: 'registered', isWaiting: body.status === 'waitlisted' }
    if (response.status === 409 && body.error && body.reason) return { outcome: 'closed', message: body.error }
    if (response.status === 422 && body.fields) return { outcome: 'refused', fields: body.fields }
    const seconds = Number(response.headers.get('Retry-After')) || 0
    // After a longer wait the page is no longer open, so show the server's message.
    const wait = seconds > 0 && seconds <= longestWait ? seconds : null
    const advice = wait
      ? `Hay muchos registros en este momento. ${kept} y se enviará solo en unos ${wait} segundos.`
      : `${body.error ?? 'El servidor no pudo guardarlo.'} ${kept}.`
    return {
      outcome: 'failed',
      reason: `${response.status}: ${body.error ?? response.statusText}`,
      advice,
      wait,
      neverSent: false,
    }
  } catch (error) {
    const advice = navigator.onLine
      ? `No se pudo llegar al servidor. ${kept}.`
      : `No hay conexión a internet. ${kept}${neverSent ? ' y se enviará solo cuando vuelva' : '; cuando vuelva, presiona Reintentar'}.`
    return { outcome: 'failed', reason: String(error), advice, wait: null, neverSent }
  }
}
