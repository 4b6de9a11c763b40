import type { Role } from '../../../data/accounts/schema.ts'
import { minuteMs } from '../../../data/time.ts'
import { carryToast, showToast } from '../../toast/toast.ts'
import { ApiError, api, ok, SessionError } from './client.ts'
import { hadNoAnswer } from './connection.ts'
import { createLoaded } from './loaded.ts'
import { signInFailure } from './messages.ts'
import { answerSignIn } from './session-end.ts'
import { leaveWithoutAsking } from './use-unsaved-warning.ts'

/** With `code` where an account asks for one. */
export type Credentials = { email: string; password: string; code?: string | undefined }

export type SessionUser = {
  id: string
  name: string
  email: string
  picture: string
  role: Role
  mustAddSecondFactor?: boolean
}

const session = createLoaded<{ user: SessionUser | null }>(
  async () => {
    try {
      return await (await ok(api.auth.me.$get(), SessionError)).json()
    } catch {
      return { user: null }
    }
  },
  { freshFor: 5 * minuteMs },
)

/** Who is signed in; null for nobody, and when it could not be found out. */
export const $session = session.$loaded

/** Asks again who is signed in. */
export const loadSession = () => session.load()

/** Shows the signed-in user as they are now. */
export const changeSessionUser = (user: SessionUser): void => session.change(() => ({ user }))

/** Why a sign-in failed, and whether all that is missing is a code. */
export type SignInProblem = { text: string; asksForCode: boolean }

function problemOf(error: unknown): SignInProblem {
  const asksForCode = error instanceof ApiError && error.body?.secondFactor === true
  return { text: signInFailure(error), asksForCode }
}

/** Where somebody begins: who helps at the door has nothing in the panel but a second factor that they must add. */
export const firstPageOf = ({ role, mustAddSecondFactor }: SessionUser): '/admin' | '/puerta' =>
  role === 'door' && !mustAddSecondFactor ? '/puerta' : '/admin'

function openPanel(user: SessionUser): void {
  const page = firstPageOf(user)
  if (page === '/admin' && !user.mustAddSecondFactor)
    carryToast({ kind: 'success', title: '¡Bienvenido!', text: `Hola, ${user.name}` })
  // A full load, so that nothing of what a visitor saw stays in memory.
  location.assign(page)
}

/** Signs in and opens the panel, or `onSignedIn` does what follows. Returns why that failed, or null. */
export async function signIn(credentials: Credentials, onSignedIn = openPanel): Promise<SignInProblem | null> {
  try {
    const { user } = await (await ok(api.auth.login.$post({ json: credentials }), SessionError)).json()
    onSignedIn(user)
    return null
  } catch (error) {
    return problemOf(error)
  }
}

/** Goes on where they were, with the calls that waited for it. */
function goOn(user: SessionUser): void {
  changeSessionUser(user)
  answerSignIn(true)
}

/** The same without leaving the panel. */
export const signInAgain = (credentials: Credentials) => signIn(credentials, goOn)

/**
 * Signs in with a passkey and opens the panel, or calls `onSignedIn`. Returns why that failed, or null, also when its owner declined.
 * With `isOffered` the passkey waits in the browser's suggestions for the e-mail, and a failure is not reported.
 */
export async function signInWithPasskey({ isOffered = false, onSignedIn = openPanel } = {}): Promise<SignInProblem | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser')
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null
  try {
    const optionsJSON = await (await ok(api.auth.passkeys['sign-in'].options.$post({ json: {} }), SessionError)).json()
    const json = await startAuthentication({ optionsJSON: asIs(optionsJSON), useBrowserAutofill: isOffered })
    const { user } = await (await ok(api.auth.passkeys['sign-in'].$post({ json: asBody(json) }), SessionError)).json()
    onSignedIn(user)
    return null
  } catch (error) {
    const isDeclined = !(error instanceof ApiError || hadNoAnswer(error))
    return isOffered || isDeclined ? null : problemOf(error)
  }
}

/** The same without leaving the panel. */
export const signInAgainWithPasskey = () => signInWithPasskey({ onSignedIn: goOn })

/** What a browser answers, as plain JSON. */
export const asBody = <T>(
  answer: T,
): T & { response: Record<string, unknown>; clientExtensionResults: Record<string, unknown> } =>
  JSON.parse(JSON.stringify(answer))

/** The server's question as the library calls it: through JSON its types cannot be told to be the same. */
export const asIs = <T>(question: unknown): T => question as T

/** Changes the password of whoever is signed in. Throws ApiError when the server refuses, as with a wrong current one. */
export async function changeOwnPassword(json: { currentPassword: string; password: string }): Promise<void> {
  await ok(api.auth.me.$put({ json }))
}

/** Changes one's own name and picture. Throws ApiError when the server refuses. */
export async function changeProfile(json: { name: string; picture: string }): Promise<void> {
  const { user } = await (await ok(api.auth.profile.$put({ json }))).json()
  changeSessionUser(user)
}

/** Asks for another e-mail of one's own: true where a link went to it, false where it counts already. Throws ApiError when refused. */
export async function changeOwnEmail(email: string): Promise<boolean> {
  const { isSent, user } = await (await ok(api.auth.email.$post({ json: { email } }))).json()
  changeSessionUser(user)
  return isSent
}

/** Signs out and goes to the public page. */
export async function signOut(): Promise<void> {
  try {
    await ok(api.auth.logout.$post({ json: {} }), SessionError)
    // The next page starts without a user; clearing it here first would make the guard redirect to /login.
    carryToast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente' })
    leaveWithoutAsking()
    location.assign('/')
  } catch {
    showToast({ kind: 'error', title: 'Error', text: 'Error al cerrar sesión' })
  }
}
