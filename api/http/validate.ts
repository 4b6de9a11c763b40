import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, Next, ValidationTargets } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { FieldErrors } from '../../data/content/rules.ts'
import { type ErrorBody, problem } from './errors.ts'

z.config(z.locales.es())

export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const message = issue.code === 'unrecognized_keys' ? 'Este campo no se conoce aquí' : issue.message
    for (const path of paths) {
      const field = path.join('.') || 'body'
      if (!fields.has(field)) fields.set(field, message)
    }
  }
  return Object.fromEntries(fields)
}

const invalid = 'Revisa los campos marcados.'

export const fieldProblem = (field: string, message: string): ErrorBody => ({ error: invalid, fields: { [field]: message } })

export const invalidFields = (c: Context, fields: FieldErrors) => c.json({ error: invalid, fields } satisfies ErrorBody, 422)

function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function isForm(c: Context): boolean {
  return mediaType(c.req.header('Content-Type')) === 'application/x-www-form-urlencoded'
}

export async function formOf(c: Context) {
  return partsOf(c, false)
}

/** Repeated fields are arrays. Throws 415 if the form is unreadable. */
export const repeatedFormOf = (c: Context) => partsOf(c, true)

async function partsOf<All extends boolean>(c: Context, all: All) {
  try {
    return await c.req.parseBody({ all })
  } catch (cause) {
    throw new HTTPException(415, { cause })
  }
}

type Checked = { target: keyof ValidationTargets; schema: z.ZodType; mayBeAbsent: boolean; isLenient?: boolean }

const checkedBy = new WeakMap<object, Checked>()

export const checkedByHandler = (handler: object): Checked | undefined => checkedBy.get(handler)

/** Refuses a body if its media type does not fit `target`. Other sites can send such bodies without a CORS preflight. */
export function validate<S extends z.ZodType, T extends keyof ValidationTargets>(
  target: T,
  schema: S,
  { mayBeAbsent = false } = {},
) {
  const checking = zValidator(target, schema, (result, c: Context) => {
    const type = c.req.header('Content-Type')
    const isAbsent = mayBeAbsent && type === undefined
    if (target === 'json' && !isAbsent && mediaType(type) !== 'application/json') return problem(c, 415)
    if (target === 'form' && !formTypes.includes(mediaType(type))) return problem(c, 415)
    if (result.success) return
    return invalidFields(c, fieldErrors(result.error))
  })
  // Reads the form before the library does, because the library would answer 400 to an unreadable form.
  const readThenCheck = async (c: Context, next: Next) => {
    await formOf(c)
    return checking(c, next)
  }
  const handler = target === 'form' ? (readThenCheck as typeof checking) : checking
  checkedBy.set(handler, { target, schema, mayBeAbsent })
  return handler
}

/** Registers the form's schema for the API reference. The route itself checks the form. */
export function readsForm(schema: z.ZodType, { isLenient = false } = {}): MiddlewareHandler {
  const handler: MiddlewareHandler = (_, next) => next()
  checkedBy.set(handler, { target: 'form', schema, mayBeAbsent: true, isLenient })
  return handler
}

export const validateNothing = validate('json', z.strictObject({}), { mayBeAbsent: true })
