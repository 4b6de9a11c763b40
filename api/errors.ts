import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { FieldErrors } from '../data/references.ts'
import type { Deps, Env } from './deps.ts'

/** The one shape of an error: a sentence in Spanish, and messages by field where there are some. */
export type ErrorBody = { error: string; fields?: FieldErrors }

export type ProblemStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 416 | 422 | 429 | 503

const messages: Record<number, string> = {
  400: 'La solicitud no se pudo leer.',
  401: 'Inicia sesión para continuar.',
  403: 'No tienes permiso para hacer esto.',
  404: 'No se encontró lo que buscas.',
  408: 'La solicitud tardó demasiado en llegar.',
  413: 'El contenido es demasiado grande.',
  415: 'El tipo de contenido no es válido.',
}

/** SQLite's ways of saying "not now": locked, full, or a disk that does not answer. Trying again later may help. */
const passing = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/

/** Those that pass by themselves. With the others somebody has to look after the disk. */
const locked = /^SQLITE_(BUSY|LOCKED)/

/** An error answer with the usual message for its status, or with the one given. */
export function problem(c: Context, status: ProblemStatus, error?: string) {
  return c.json({ error: error ?? messages[status] ?? 'Error' } satisfies ErrorBody, status)
}

/** Answers what a route threw. The details go to the log under the request's number, never to the caller. */
export function onError({ log }: Pick<Deps, 'log'>) {
  return (error: Error, c: Context<Env>): Response => {
    if (error instanceof HTTPException) return problem(c, error.status === 400 ? 400 : 404)
    const { requestId } = c.var
    if ('code' in error && typeof error.code === 'string' && passing.test(error.code)) {
      log[locked.test(error.code) ? 'warn' : 'error']({ requestId, code: error.code }, 'database not available')
      c.header('Retry-After', '5')
      return problem(c, 503, 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.')
    }
    log.error({ requestId, err: error }, 'unexpected error')
    return c.json({ error: 'Ocurrió un error inesperado.', requestId }, 500)
  }
}
