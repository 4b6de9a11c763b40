import type { WalkIn } from '../attendees/attendee-list.ts'
import { element, input, say } from './dom.ts'

export function createWalkIn(onEnter: (walkIn: WalkIn) => void): void {
  const form = element('walk-in', HTMLFormElement)
  // Uses the server's pattern for e-mails, because browsers also accept domains without a dot.
  const address = new RegExp(input('walk-in-email').dataset.pattern ?? '')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const [name, company, email] = [
      input('name').value.trim(),
      input('company').value.trim(),
      input('walk-in-email').value.trim(),
    ]
    const isEmailWrong = email !== '' && !(address.test(email) && input('walk-in-email').validity.valid)
    say('walk-in-problem', !name ? 'Escribe el nombre.' : isEmailWrong ? 'El correo no es válido.' : '')
    if (!name) return input('name').focus()
    if (isEmailWrong) return input('walk-in-email').focus()
    form.reset()
    onEnter({ name, company, email })
  })
}
