import type { AttendeeList } from '../attendees/attendee-list.ts'
import { any, element, input, say } from './dom.ts'

export const noAnswer = 'Sin conexión. La primera vez hace falta red para bajar la lista.'

type Problem = { error?: string; secondFactor?: boolean }
type SignedIn = { user: { mustAddSecondFactor?: boolean } }

export function createSignIn(onDone: () => void): void {
  const form = element('sign-in', HTMLFormElement)
  const send = form.querySelector('button:not([type])') as HTMLButtonElement

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const [email, password, code] = [input('email').value.trim(), input('password').value, input('code').value.trim()]
    if (!email || !password) {
      say('sign-in-problem', 'Escribe tu correo y tu contraseña.')
      return input(email ? 'password' : 'email').focus()
    }
    send.disabled = true
    const answer = await signIn({ email, password, ...(code && { code }) })
    send.disabled = false
    if ('user' in answer && answer.user.mustAddSecondFactor) {
      form.reset()
      return location.assign('/admin')
    }
    const problem = 'user' in answer ? null : answer
    const isCodeMissing = problem?.secondFactor === true && any('code-field').hidden
    if (problem?.secondFactor) any('code-field').hidden = false
    say('sign-in-problem', problem && !isCodeMissing ? (problem.error ?? noAnswer) : '')
    if (isCodeMissing) input('code').focus()
    if (problem) return
    form.reset()
    any('code-field').hidden = true
    onDone()
  })
}

async function signIn(body: { email: string; password: string; code?: string }): Promise<SignedIn | Problem> {
  try {
    return await (await post('login', body)).json()
  } catch {
    return { error: noAnswer }
  }
}

/** Signs out on the server. If the request fails, the next sync tries again. */
export async function endSession(attendees: AttendeeList): Promise<void> {
  const isSignedOut = await post('logout', {}).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isSignedOut) await attendees.set({ isLeaving: false })
}

const post = (path: string, body: object) =>
  fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
