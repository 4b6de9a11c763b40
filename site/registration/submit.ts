import { removeDraft } from './draft.ts'
import { retryLater } from './retry.ts'
import { type SendResult, sendRegistration } from './send.ts'

export async function submitRegistration(form: HTMLFormElement, more: Record<string, unknown> = {}): Promise<SendResult> {
  const result = await sendRegistration({ ...fieldsIn(new FormData(form)), ...more })
  if (result.outcome === 'registered') {
    form.reset()
    removeDraft()
  }
  if (result.outcome === 'refused' && lacksQuestion(form, result.fields)) return { outcome: 'closed', message: changedForm }
  if (result.outcome === 'failed') {
    console.error('registration failed', result.reason)
    retryLater(form, result)
  }
  return result
}

const changedForm = 'El formulario cambió mientras lo llenabas. Recarga la página: lo que escribiste se conserva.'

/** True if a question was added or deleted since the page was loaded. */
const lacksQuestion = (form: HTMLFormElement, fields: Record<string, string>) =>
  Object.keys(fields).some((name) => name.startsWith('answers.') && !form.querySelector(`[data-error-for="${name}"]`))

/** Collects the fields `answer-{id}` as `answers`. A question with several answers has several such fields. */
function fieldsIn(data: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const answers: Record<string, FormDataEntryValue | FormDataEntryValue[]> = {}
  for (const [name, value] of data) {
    const [, id] = name.split('answer-')
    if (id === undefined) fields[name] = value
    else if (value !== '') answers[id] = id in answers ? [answers[id] ?? [], value].flat() : value
  }
  return Object.keys(answers).length > 0 ? { ...fields, answers } : fields
}
