import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { FieldErrors } from '../../data/references.ts'
import { codeOf } from '../system/error-code.ts'
import type { Env } from './env.ts'

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

/** SQLite's ways of saying "not now" that pass by themselves. */
const locked = /^SQLITE_(BUSY|LOCKED)/

/** Those with which somebody has to look after the disk: it is full, or cannot be written. */
const diskTrouble = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/

/** What cannot be done now and may be a few seconds later; the cause is for the log. Answered with 503. */
export class Unavailable extends Error {}

/** What a caller reads when the service is overloaded or its database locked or full. */
export const unavailableMessage = 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.'

/** Seconds after which a caller may come back. */
const pause = 5

/** An error answer with the usual message for its status, or with the one given. */
export function problem(c: Context, status: ProblemStatus, error?: string) {
  return c.json({ error: error ?? messages[status] ?? 'Error' } satisfies ErrorBody, status)
}

/** An error answer that asks to come back in so many seconds. */
export function later(c: Context, status: 429 | 503, error: string, seconds = pause) {
  askToWait(c, seconds)
  return problem(c, status, error)
}

/** For an answer of another kind: asks to come back in so many seconds. */
export function askToWait(c: Context, seconds = pause): void {
  c.header('Retry-After', String(seconds))
}

/** Answers what a route threw. The details go to the log under the request's number, never to the caller. */
export function onError({ log }: { log: Logger }) {
  return (error: Error, c: Context<Env>): Response => {
    if (error instanceof HTTPException) return problem(c, error.status === 400 ? 400 : 404)
    const { requestId } = c.var
    if (isPassing(error)) {
      const code = codeOf(error.cause ?? error)
      log[diskTrouble.test(code) ? 'error' : 'warn']({ requestId, code }, 'not available')
      return later(c, 503, unavailableMessage)
    }
    log.error({ requestId, err: error }, 'unexpected error')
    return c.json({ error: 'Ocurrió un error inesperado.', requestId }, 500)
  }
}

/** Whether trying again later may help. */
export function isPassing(error: unknown): error is Error {
  const code = codeOf(error)
  return error instanceof Unavailable || locked.test(code) || diskTrouble.test(code)
}
