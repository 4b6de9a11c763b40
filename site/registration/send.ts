import { idempotencyKey } from './draft.ts'

/** `fields` has messages by field. `advice` explains what happens next. `waitSeconds` comes from Retry-After. */
export type SendResult =
  | { outcome: 'registered'; isWaiting: boolean }
  | { outcome: 'closed'; message: string }
  | { outcome: 'refused'; fields: Record<string, string> }
  | { outcome: 'failed'; reason: string; advice: string; waitSeconds: number | null; neverSent: boolean }

const maxWaitSeconds = 300

const draftText = 'Lo que escribiste sigue aquí'

export async function sendRegistration(registration: Record<string, unknown>): Promise<SendResult> {
  const neverSent = !navigator.onLine
  try {
    const key = idempotencyKey()
    const response = await fetch('/api/registrations', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
      body: JSON.stringify(registration),
      signal: AbortSignal.timeout(20_000),
    })
    // A proxy may answer with HTML instead of JSON.
    const body: { error?: string; fields?: Record<string, string>; reason?: string; status?: string } = await response
      .json()
      .catch(() => ({}))
    if (response.ok) return { outcome: 'registered', isWaiting: body.status === 'waitlisted' }
    if (response.status === 409 && body.error && body.reason) return { outcome: 'closed', message: body.error }
    if (response.status === 422 && body.fields) return { outcome: 'refused', fields: body.fields }
    const seconds = Number(response.headers.get('Retry-After')) || 0
    const waitSeconds = seconds > 0 && seconds <= maxWaitSeconds ? seconds : null
    const advice = waitSeconds
      ? `Hay muchos registros en este momento. ${draftText} y se enviará solo en unos ${waitSeconds} segundos.`
      : `${body.error ?? 'El servidor no pudo guardarlo.'} ${draftText}.`
    return {
      outcome: 'failed',
      reason: `${response.status}: ${body.error ?? response.statusText}`,
      advice,
      waitSeconds,
      neverSent: false,
    }
  } catch (error) {
    const advice = navigator.onLine
      ? `No se pudo llegar al servidor. ${draftText}.`
      : `No hay conexión a internet. ${draftText}${neverSent ? ' y se enviará solo cuando vuelva' : '; cuando vuelva, presiona Reintentar'}.`
    return { outcome: 'failed', reason: String(error), advice, waitSeconds: null, neverSent }
  }
}
