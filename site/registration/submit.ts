import { removeDraft } from './draft.ts'
import { retryLater } from './retry.ts'
import { type SendResult, sendRegistration } from './send.ts'

export async function submitRegistration(form: HTMLFormElement, more: Record<string, unknown> = {}): Promise<SendResult> {
  const result = await sendRegistration({ ...Object.fromEntries(new FormData(form)), ...more })
  if (result.outcome === 'registered') {
    form.reset()
    removeDraft()
  }
  if (result.outcome === 'failed') {
    console.error('registration failed', result.reason)
    retryLater(form, result)
  }
  return result
}
