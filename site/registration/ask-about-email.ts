import { suggestedEmail } from './email-typo.ts'

/** Who insisted on an address is not asked about it again. */
const insisted = new Set<string>()

/** Asks whoever seems to have mistyped their address, before it is sent; a click corrects it. */
export async function askAboutEmail(form: HTMLFormElement): Promise<void> {
  const field = form.elements.namedItem('email')
  if (!(field instanceof HTMLInputElement)) return
  const typed = field.value
  const meant = suggestedEmail(typed)
  if (!meant || insisted.has(typed)) return
  const dialog = document.createElement('dialog')
  dialog.className = 'sheet'
  dialog.setAttribute('closedby', 'none')
  dialog.setAttribute('aria-labelledby', 'email-meant')
  const text = Object.assign(document.createElement('p'), {
    id: 'email-meant',
    className: 'mb-6 text-lg font-semibold',
    textContent: `¿Tu correo es ${meant}?`,
  })
  const choices = document.createElement('form')
  choices.method = 'dialog'
  choices.className = 'flex flex-col gap-3'
  choices.append(choice('btn btn-primary', 'si', `Sí, es ${meant}`), choice('btn btn-ghost', 'no', `No, es ${typed}`))
  dialog.append(text, choices)
  // Inside the form's own dialog or page: a modal dialog makes everything else inert.
  form.after(dialog)
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  if (dialog.returnValue === 'si') {
    field.value = meant
    field.dispatchEvent(new Event('input', { bubbles: true }))
  } else insisted.add(typed)
  dialog.remove()
}

function choice(className: string, value: string, textContent: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { className: `${className} h-auto py-3`, value, textContent })
}
