import { suggestedEmail } from './email-typo.ts'

/** Waits for a pause in typing, because 'gmail.co' on the way to 'gmail.com' looks like a typing error. */
const typingPauseMs = 500

export function suggestEmail(form: HTMLFormElement): void {
  const field = form.elements.namedItem('email')
  if (!(field instanceof HTMLInputElement)) return
  const question = document.createElement('p')
  question.className = 'text-sm font-semibold empty:absolute'
  question.role = 'status'
  field.parentElement?.append(question)
  let timer = 0

  const ask = () => {
    const suggestion = suggestedEmail(field.value)
    if (!suggestion) return
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'text-link for-finger',
      textContent: 'Sí, corregirlo',
    })
    button.addEventListener('click', () => {
      field.value = suggestion
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.focus()
    })
    question.replaceChildren(`¿Tu correo es ${suggestion}? `, button)
  }
  const update = () => {
    clearTimeout(timer)
    question.replaceChildren()
    timer = window.setTimeout(ask, typingPauseMs)
  }
  field.addEventListener('input', update)
  form.addEventListener('reset', () => {
    clearTimeout(timer)
    question.replaceChildren()
  })
  ask()
}
