import type { ToastAction, ToastContent } from '../../toast/toast.ts'
import { ApiError, SessionError } from './client.ts'
import { hadNoAnswer } from './connection.ts'

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const participles = { crear: 'creado', actualizar: 'actualizado', eliminar: 'eliminado' } as const

type Verb = keyof typeof participles

/** The toast after a creation, change or deletion; a warning where it is not published yet. */
export function succeeded(noun: string, verb: Verb, publishError: string | null = null, action?: ToastAction): ToastContent {
  const title = `${capitalized(noun)} ${participles[verb]} exitosamente`
  return publishError
    ? { kind: 'error', title, text: `Guardado, pero no publicado: ${publishError}`, ...(action && { action }) }
    : // What was deleted cannot be typed again: the way back is offered until it is declined.
      { kind: 'success', title, ...(action && { action, stays: verb === 'eliminar' }) }
}

/** The toast after a failed one: the server's own message where it refused, the network where there is none. */
export function failed(noun: string, verb: Verb, error: unknown, title = `Error al ${verb}`): ToastContent {
  if (hadNoAnswer(error))
    return { kind: 'error', title: 'Sin conexión', text: `No se sabe si se pudo ${verb} el ${noun}. Míralo cuando vuelva.` }
  const reason = error instanceof ApiError && error.status < 500 ? error.body?.error : undefined
  return { kind: 'error', title, text: reason ?? `Hubo un problema al ${verb} el ${noun}.` }
}

/** The toast for something that was saved but could not be published. */
export const notPublished = (reason: string): ToastContent => ({
  kind: 'error',
  title: 'Guardado, pero no publicado',
  text: reason,
})

/** In a form, where a call had no answer at all. */
export const noAnswer = 'El servidor no responde. Revisa tu conexión y vuelve a intentarlo.'

/** The server's own message for a failed call, or the usual one when there is none. */
export function serverMessage(error: unknown, usual: string): string {
  return error instanceof ApiError ? (error.body?.error ?? usual) : usual
}

/** The text of the toast after a failed sign-in: the server's own, unless it is a page of a proxy or data. */
export function signInFailure(error: unknown): string {
  if (hadNoAnswer(error)) return noAnswer
  if (!(error instanceof SessionError)) return noSignIn
  const usual = error.status < 500 ? 'Email o contraseña incorrectos' : noSignIn
  const isProse = error.text !== '' && !/^\s*[<{[]/.test(error.text)
  return error.body?.error ?? (isProse ? error.text : usual)
}

const noSignIn = 'El servidor no pudo iniciar tu sesión. Inténtalo de nuevo en un momento.'

/** Why a chosen file was not read: what was found in it on this device, or the server's own message. */
export function fileProblem(error: unknown): string {
  const isOurs = error instanceof Error && !(error instanceof ApiError) && !hadNoAnswer(error)
  return isOurs ? error.message : serverMessage(error, 'No se pudo leer el archivo.')
}

/** What is said after a change that failed: the server's own message, or the usual one when there is none. */
export const notUpdated = (usual: string) => (error: unknown) => ({
  title: 'Error al actualizar',
  text: serverMessage(error, usual),
})

/** A failed call as its status, or that there was no answer at all. */
export function httpStatus(error: unknown): string {
  return error instanceof ApiError ? `HTTP error! status: ${error.status}` : 'el servidor no respondió.'
}
