import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { FieldErrors } from '../../data/content/rules.ts'
import { codeOf } from '../../data/error-code.ts'
import { Unreadable } from '../../data/import/source.ts'
import type { Env } from './env.ts'

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

const locked = /^SQLITE_(BUSY|LOCKED)/

const diskTrouble = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|ENOSPC|EDQUOT|EROFS)/

export class Unavailable extends Error {}

export const unavailableMessage = 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.'

const defaultRetrySeconds = 5

export function problem(c: Context, status: ProblemStatus, error?: string) {
  return c.json({ error: error ?? messages[status] ?? 'Error' } satisfies ErrorBody, status)
}

export function problemWithRetry(c: Context, status: 429 | 503, error: string, seconds = defaultRetrySeconds) {
  setRetryAfter(c, seconds)
  return problem(c, status, error)
}

export function setRetryAfter(c: Context, seconds = defaultRetrySeconds): void {
  c.header('Retry-After', String(seconds))
}

const thrown = [400, 401, 403, 415] as const

export function onError({ log }: { log: Logger }) {
  return (error: Error, c: Context<Env>): Response => {
    if (error instanceof HTTPException) return problem(c, thrown.find((status) => status === error.status) ?? 404)
    if (error instanceof Unreadable) {
      const body: ErrorBody = { error: error.message, fields: { [error.field]: error.message } }
      return c.json(body, 422)
    }
    const { requestId } = c.var
    if (isBrokenOff(c)) {
      log.debug({ requestId, err: error }, 'the caller left before the body was complete')
      return problem(c, 408)
    }
    if (isTransient(error)) {
      const code = codeOf(error.cause ?? error)
      log[diskTrouble.test(code) ? 'error' : 'warn']({ requestId, code }, 'not available')
      return problemWithRetry(c, 503, unavailableMessage)
    }
    log.error({ requestId, err: error }, 'unexpected error')
    return c.json({ error: 'Ocurrió un error inesperado.', requestId }, 500)
  }
}

function isBrokenOff(c: Context): boolean {
  const incoming: IncomingMessage | undefined = c.env?.incoming
  return incoming?.destroyed === true && !incoming.complete
}

export function isTransient(error: unknown): error is Error {
  const code = codeOf(error)
  return error instanceof Unavailable || locked.test(code) || diskTrouble.test(code)
}

export const notConfigured = 'Este sitio no envía correos: falta configurar el servidor de correo (SMTP_URL y MAIL_FROM).'
