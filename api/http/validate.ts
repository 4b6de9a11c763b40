import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, Next, ValidationTargets } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { FieldErrors } from '../../data/content/rules.ts'
import { type ErrorBody, problem } from './errors.ts'

// For issues without a message of their own, such as a wrong type deep inside a body.
z.config(z.locales.es())

/** Messages by field path, the first of each, from a failed parse. Unknown fields are named by their own path. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  // Not an object yet, which has names of its own, such as 'constructor'.
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const message = issue.code === 'unrecognized_keys' ? 'Este campo no se conoce aquí' : issue.message
    // A body that is no object at all has an issue without a path.
    for (const path of paths) {
      const field = path.join('.') || 'body'
      if (!fields.has(field)) fields.set(field, message)
    }
  }
  return Object.fromEntries(fields)
}

const invalid = 'Revisa los campos marcados.'

/** What is answered with 422 when one field is wrong for a reason that its schema does not know. */
export const fieldProblem = (field: string, message: string): ErrorBody => ({ error: invalid, fields: { [field]: message } })

/** The answer to a body of which some fields do not fit: a message for each. */
export const invalidFields = (c: Context, fields: FieldErrors) => c.json({ error: invalid, fields } satisfies ErrorBody, 422)

/** A Content-Type header without its parameters, in lower case. */
function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Whether the body is what a form sends that no script took over. */
export function isForm(c: Context): boolean {
  return mediaType(c.req.header('Content-Type')) === 'application/x-www-form-urlencoded'
}

/**
 * What a form sends, by field; nothing when the body is called something else. Throws 415 when it is called a form and cannot be
 * read as one.
 */
export async function formOf(c: Context) {
  try {
    return await c.req.parseBody()
  } catch (cause) {
    throw new HTTPException(415, { cause })
  }
}

/** With `isLenient` a body that does not fit is not refused. */
type Checked = { target: keyof ValidationTargets; schema: z.ZodType; mayBeAbsent: boolean; isLenient?: boolean }

const checkedBy = new WeakMap<object, Checked>()

/** What `validate` or `readsForm` notes about a route's handler: the API's description and body limits are made from it. */
export const checkedByHandler = (handler: object): Checked | undefined => checkedBy.get(handler)

/**
 * Checks a part of the request against a schema; 422 with a message for each field when it does not fit. A body that
 * is not called JSON, or a form where that is checked, is refused with 415: a browser sends other types to foreign sites without
 * asking first. With `mayBeAbsent` no body at all is an empty object.
 */
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
  // The library would answer a form that cannot be read with 400.
  const readThenCheck = async (c: Context, next: Next) => {
    await formOf(c)
    return checking(c, next)
  }
  const handler = target === 'form' ? (readThenCheck as typeof checking) : checking
  checkedBy.set(handler, { target, schema, mayBeAbsent })
  return handler
}

/** Notes the schema of a form that the route's handler reads itself. Lets every request through. */
export function readsForm(schema: z.ZodType, { isLenient = false } = {}): MiddlewareHandler {
  const handler: MiddlewareHandler = (_, next) => next()
  checkedBy.set(handler, { target: 'form', schema, mayBeAbsent: true, isLenient })
  return handler
}

/** For a call that is told nothing: no body, or an empty object. */
export const validateNothing = validate('json', z.strictObject({}), { mayBeAbsent: true })
