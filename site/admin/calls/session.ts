import type { Role } from '../../../data/accounts/schema.ts'
import { minuteMs } from '../../../data/time.ts'
import { carryToast, showToast } from '../../toast/toast.ts'
import { ApiError, api, ok, SessionError } from './client.ts'
import { hadNoAnswer } from './connection.ts'
import { createLoaded } from './loaded.ts'
import { signInFailure } from './messages.ts'
import { answerSignIn } from './session-end.ts'
import { leaveWithoutAsking } from './use-unsaved-warning.ts'

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
  { freshForMs: 5 * minuteMs },
)

export const $session = session.$loaded

export const loadSession = () => session.load()

export const changeSessionUser = (user: SessionUser): void => session.change(() => ({ user }))

export type SignInProblem = { text: string; asksForCode: boolean }

const problemOf = (error: unknown): SignInProblem => ({
  text: signInFailure(error),
  asksForCode: error instanceof ApiError && error.body?.secondFactor === true,
})

/** Door staff use the panel only to add a second factor. */
export const firstPageOf = ({ role, mustAddSecondFactor }: SessionUser): '/admin' | '/puerta' =>
  role === 'door' && !mustAddSecondFactor ? '/puerta' : '/admin'

function openPanel(user: SessionUser): void {
  const page = firstPageOf(user)
  if (page === '/admin' && !user.mustAddSecondFactor)
    carryToast({ kind: 'success', title: '¡Bienvenido!', text: `Hola, ${user.name}` })
  // Loads a whole page, so that no data from before the sign-in stays in memory.
  location.assign(page)
}

export async function signIn(credentials: Credentials, onSignedIn = openPanel): Promise<SignInProblem | null> {
  try {
    const { user } = await (await ok(api.auth.login.$post({ json: credentials }), SessionError)).json()
    onSignedIn(user)
    return null
  } catch (error) {
    return problemOf(error)
  }
}

function sendWaitingCalls(user: SessionUser): void {
  changeSessionUser(user)
  answerSignIn(true)
}

export const signInAgain = (credentials: Credentials) => signIn(credentials, sendWaitingCalls)

/** Returns null on success, and also if the user declines. With `isOffered`, the browser only suggests a passkey. */
export async function signInWithPasskey({ isOffered = false, onSignedIn = openPanel } = {}): Promise<SignInProblem | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser')
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null
  try {
    const optionsJSON = await (await ok(api.auth.passkeys['sign-in'].options.$post({ json: {} }), SessionError)).json()
    const json = await startAuthentication({ optionsJSON: asOptions(optionsJSON), useBrowserAutofill: isOffered })
    const { user } = await (await ok(api.auth.passkeys['sign-in'].$post({ json: asJson(json) }), SessionError)).json()
    onSignedIn(user)
    return null
  } catch (error) {
    const isDeclined = !(error instanceof ApiError || hadNoAnswer(error))
    return isOffered || isDeclined ? null : problemOf(error)
  }
}

export const signInAgainWithPasskey = () => signInWithPasskey({ onSignedIn: sendWaitingCalls })

type JsonResponse = { response: Record<string, unknown>; clientExtensionResults: Record<string, unknown> }

export const asJson = <T>(passkey: T): T & JsonResponse => JSON.parse(JSON.stringify(passkey))

export const asOptions = <T>(options: unknown): T => options as T

export async function changeOwnPassword(json: { currentPassword: string; password: string }): Promise<void> {
  await ok(api.auth.me.$put({ json }))
}

export async function changeProfile(json: { name: string; picture: string }): Promise<void> {
  const { user } = await (await ok(api.auth.profile.$put({ json }))).json()
  changeSessionUser(user)
}

export async function changeOwnEmail(email: string): Promise<boolean> {
  const { isSent, user } = await (await ok(api.auth.email.$post({ json: { email } }))).json()
  changeSessionUser(user)
  return isSent
}

export async function signOut(): Promise<void> {
  try {
    await ok(api.auth.logout.$post({ json: {} }), SessionError)
    // Keeps the session in memory, because clearing it would open /login instead of the landing page.
    carryToast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente' })
    leaveWithoutAsking()
    location.assign('/')
  } catch {
    showToast({ kind: 'error', title: 'Error', text: 'Error al cerrar sesión' })
  }
}
