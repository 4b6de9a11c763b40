import { carryToast, showToast } from '../../toast/toast.ts'
import { api, ok } from './client.ts'
import { createLoaded } from './loaded.ts'
import { serverMessage } from './messages.ts'
import { answerSignIn } from './session-end.ts'
import { leaveWithoutAsking } from './use-unsaved-warning.ts'

export type Credentials = { email: string; password: string }

export type SessionUser = { id: string; name: string; email: string; role: 'user' | 'admin' }

const fiveMinutes = 5 * 60_000

const wrongCredentials = 'Email o contraseña incorrectos'

const session = createLoaded<{ user: SessionUser | null }>(
  async () => {
    try {
      return await (await ok(api.auth.me.$get())).json()
    } catch {
      return { user: null }
    }
  },
  { freshFor: fiveMinutes },
)

/** Who is signed in; null for nobody, and when it could not be found out. */
export const $session = session.$loaded

/** Shows the signed-in user as they are now. */
export const changeSessionUser = (user: SessionUser): void => session.change(() => ({ user }))

/** Signs in and opens the panel, or shows why that failed. */
export async function signIn(credentials: Credentials): Promise<void> {
  try {
    const { user } = await (await ok(api.auth.login.$post({ json: credentials }))).json()
    carryToast({ kind: 'success', title: '¡Bienvenido!', text: `Hola, ${user.name}` })
    // A full load, so that nothing of what a visitor saw stays in memory.
    location.assign('/admin')
  } catch (error) {
    showToast({ kind: 'error', title: 'Error de autenticación', text: serverMessage(error, wrongCredentials) })
  }
}

/** Signs in without leaving the panel, for the calls that wait for it. Returns why not, or null. */
export async function signInAgain(credentials: Credentials): Promise<string | null> {
  try {
    const { user } = await (await ok(api.auth.login.$post({ json: credentials }))).json()
    changeSessionUser(user)
    answerSignIn(true)
    return null
  } catch (error) {
    return serverMessage(error, wrongCredentials)
  }
}

/** Changes the password of whoever is signed in. Throws ApiError when the server refuses, as with a wrong current one. */
export async function changeOwnPassword(json: { currentPassword: string; password: string }): Promise<void> {
  await ok(api.auth.me.$put({ json }))
}

/** Signs out and goes to the public page. */
export async function signOut(): Promise<void> {
  try {
    await ok(api.auth.logout.$post({ json: {} }))
    // The next page starts without a user; clearing it here first would make the guard redirect to /login.
    carryToast({ kind: 'success', title: 'Sesión cerrada', text: 'Has cerrado sesión correctamente' })
    leaveWithoutAsking()
    location.assign('/')
  } catch {
    showToast({ kind: 'error', title: 'Error', text: 'Error al cerrar sesión' })
  }
}
