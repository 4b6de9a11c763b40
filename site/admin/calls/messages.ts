import type { ToastAction, ToastContent } from '../../toast/toast.ts'
import { ApiError, SessionError } from './client.ts'
import { hadNoAnswer } from './connection.ts'

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const participles = { crear: 'creado', actualizar: 'actualizado', eliminar: 'eliminado' } as const

type Verb = keyof typeof participles

export function succeeded(noun: string, verb: Verb, publishError: string | null = null, action?: ToastAction): ToastContent {
  const title = `${capitalized(noun)} ${participles[verb]} exitosamente`
  return publishError
    ? { kind: 'error', title, text: `Guardado, pero no publicado: ${publishError}`, ...(action && { action }) }
    : // After a deletion the toast with the undo stays, because nobody can retype a deleted item.
      { kind: 'success', title, ...(action && { action, stays: verb === 'eliminar' }) }
}

export function failed(noun: string, verb: Verb, error: unknown, title = `Error al ${verb}`): ToastContent {
  if (hadNoAnswer(error))
    return { kind: 'error', title: 'Sin conexión', text: `No se sabe si se pudo ${verb} el ${noun}. Míralo cuando vuelva.` }
  const reason = error instanceof ApiError && error.status < 500 ? error.body?.error : undefined
  return { kind: 'error', title, text: reason ?? `Hubo un problema al ${verb} el ${noun}.` }
}

export const notPublished = (reason: string): ToastContent => ({
  kind: 'error',
  title: 'Guardado, pero no publicado',
  text: reason,
})

export const noAnswer = 'El servidor no responde. Revisa tu conexión y vuelve a intentarlo.'

export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.error) || fallback
}

export function signInFailure(error: unknown): string {
  if (hadNoAnswer(error)) return noAnswer
  if (!(error instanceof SessionError)) return noSignIn
  const fallback = error.status < 500 ? 'Email o contraseña incorrectos' : noSignIn
  const isProse = error.text !== '' && !/^\s*[<{[]/.test(error.text)
  return error.body?.error ?? (isProse ? error.text : fallback)
}

const noSignIn = 'El servidor no pudo iniciar tu sesión. Inténtalo de nuevo en un momento.'

export function fileProblem(error: unknown): string {
  const isOurs = error instanceof Error && !(error instanceof ApiError) && !hadNoAnswer(error)
  return isOurs ? error.message : serverMessage(error, 'No se pudo leer el archivo.')
}

export const failureToast =
  (title: string, fallback: string) =>
  (error: unknown): ToastContent & { text: string } => ({ kind: 'error', title, text: serverMessage(error, fallback) })

export const notUpdated = (fallback: string) => failureToast('Error al actualizar', fallback)

export function httpStatus(error: unknown): string {
  return error instanceof ApiError ? `HTTP error! status: ${error.status}` : 'el servidor no respondió.'
}
