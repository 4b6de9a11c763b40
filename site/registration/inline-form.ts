import { conditional } from './conditional.ts'
import { restoreDraft, saveDraft } from './draft.ts'
import { submitRegistration } from './submit.ts'
import { suggestEmail } from './suggest-email.ts'
import { trap } from './trap.ts'
import { doesPageSendMail, waitingNotice } from './waiting.ts'

export const registrationFailed = 'Error al registrar. Por favor intenta de nuevo.'

export function enhanceForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[data-busy-text]')
  const alert = form.querySelector<HTMLElement>('[data-form-error]')
  const registered = document.getElementById('registro-exitoso')
  let waiting = document.getElementById('registro-en-espera')
  if (!button || !alert || !registered) return
  const idleText = button.textContent
  alert.classList.add('flex', 'flex-col', 'items-start', 'gap-2')

  restoreDraft(form)
  suggestEmail(form)
  conditional(form)
  form.addEventListener('input', () => saveDraft(form))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaDisabled) return
    // `disabled` would lose the button's focus.
    button.ariaDisabled = 'true'
    button.textContent = button.dataset.busyText ?? idleText
    alert.hidden = true
    for (const notice of [registered, waiting]) notice?.classList.remove('is-shown')
    const result = await submitRegistration(form)
    button.ariaDisabled = null
    button.textContent = idleText

    showErrors(form, result.outcome === 'refused' ? result.fields : {})
    if (result.outcome === 'registered') {
      if (result.isWaiting) waiting ??= addNotice(registered)
      const notice = (result.isWaiting && waiting) || registered
      notice.classList.add('is-shown')
      notice.focus()
      return
    }
    alert.textContent = result.outcome === 'closed' ? result.message : registrationFailed
    alert.hidden = false
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    if (result.outcome !== 'failed') return
    alert.append(element('span', 'font-normal', result.advice), element('button', 'btn btn-sm', 'Reintentar'))
    alert.scrollIntoView({ block: 'nearest' })
  })
}

/** Adds the notice to a page that was loaded before the waiting list began and so lacks it. */
function addNotice(beside: HTMLElement): HTMLElement {
  const notice = beside.cloneNode() as HTMLElement
  notice.id = 'registro-en-espera'
  notice.textContent = `${waitingNotice(doesPageSendMail())} `
  if (doesPageSendMail())
    notice.append(
      Object.assign(document.createElement('a'), {
        href: '/recuperar',
        className: 'for-finger underline',
        textContent: 'Pedirlo otra vez',
      }),
    )
  beside.after(notice)
  return notice
}

function element(tag: 'span' | 'button', className: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text })
}

export function showErrors(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-for]')) {
    const name = place.dataset.errorFor ?? ''
    const message = fields[name] ?? ''
    place.textContent = message
    const input = inputFor(form, name)
    if (!input) continue
    if (message && input instanceof HTMLInputElement && name === trap.name) {
      input.value = ''
      input.closest<HTMLElement>('[data-trap]')?.removeAttribute('hidden')
    }
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
}

/** For a question with checkboxes, returns the first box. */
function inputFor(form: HTMLFormElement, name: string): HTMLElement | null {
  return form.querySelector(`[name="${name.replace('answers.', 'answer-')}"]:not([type="hidden"])`)
}
