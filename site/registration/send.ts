/** How the API took a registration. `fields` holds the server's messages by field name. */
export type SendResult =
  | { outcome: 'registered' }
  | { outcome: 'refused'; fields: Record<string, string> }
  | { outcome: 'failed'; reason: string }

/** Sends a registration. Never throws: offline, overloaded or broken is 'failed', with the reason for the log. */
export async function sendRegistration(registration: Record<string, unknown>): Promise<SendResult> {
  try {
    const response = await fetch('/api/registrations', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(registration),
    })
    if (response.ok) return { outcome: 'registered' }
    const body: { error?: string; fields?: Record<string, string> } = await response.json()
    if (response.status === 422 && body.fields) return { outcome: 'refused', fields: body.fields }
    return { outcome: 'failed', reason: `${response.status}: ${body.error ?? response.statusText}` }
  } catch (error) {
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
