import { removeDraft } from './draft.ts'
import { retryLater } from './retry.ts'
import { type SendResult, sendRegistration } from './send.ts'

/**
 * Sends what is typed into a form, with `more` fields. Stored, the form and its draft are emptied; failed, the form is
 * sent again by itself once that may help.
 */
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
