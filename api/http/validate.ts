import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler, Next, ValidationTargets } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { FieldErrors } from '../../data/content/rules.ts'
import { type ErrorBody, problem } from './errors.ts'

// For issues without a message of their own.
z.config(z.locales.es())

/** Returns the first message of each field by its path. Unknown fields are named. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  // Not an object, which has names such as 'constructor'.
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const message = issue.code === 'unrecognized_keys' ? 'Este campo no se conoce aquí' : issue.message
    // A body that is not an object has an issue without a path.
    for (const path of paths) {
      const field = path.join('.') || 'body'
      if (!fields.has(field)) fields.set(field, message)
    }
  }
  return Object.fromEntries(fields)
}

const invalid = 'Revisa los campos marcados.'

/** The body of a 422 for one field, for reasons that its schema cannot check. */
export const fieldProblem = (field: string, message: string): ErrorBody => ({ error: invalid, fields: { [field]: message } })

export const invalidFields = (c: Context, fields: FieldErrors) => c.json({ error: invalid, fields } satisfies ErrorBody, 422)

/** Lower case, without parameters. */
function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Whether a plain HTML form sent the body, without a script. */
export function isForm(c: Context): boolean {
  return mediaType(c.req.header('Content-Type')) === 'application/x-www-form-urlencoded'
}

/** Returns the fields of a form, empty for other types. Throws 415 if a form cannot be read. */
export async function formOf(c: Context) {
  try {
    return await c.req.parseBody()
  } catch (cause) {
    throw new HTTPException(415, { cause })
  }
}

/** With `isLenient` an invalid body is not refused. */
type Checked = { target: keyof ValidationTargets; schema: z.ZodType; mayBeAbsent: boolean; isLenient?: boolean }

const checkedBy = new WeakMap<object, Checked>()

/** Returns the note of `validate` or `readsForm` about a handler, for the API's description and body limits. */
export const checkedByHandler = (handler: object): Checked | undefined => checkedBy.get(handler)

/**
 * Checks a part of the request. Answers 422 with messages by field, or 415 for other content types, which browsers
 * may send to foreign sites without preflight. With `mayBeAbsent` a missing body is an empty object.
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
  // The library would answer an unreadable form with 400.
  const readThenCheck = async (c: Context, next: Next) => {
    await formOf(c)
    return checking(c, next)
  }
  const handler = target === 'form' ? (readThenCheck as typeof checking) : checking
  checkedBy.set(handler, { target, schema, mayBeAbsent })
  return handler
}

/** Notes the schema of a form that the handler reads itself. Lets every request through. */
export function readsForm(schema: z.ZodType, { isLenient = false } = {}): MiddlewareHandler {
  const handler: MiddlewareHandler = (_, next) => next()
  checkedBy.set(handler, { target: 'form', schema, mayBeAbsent: true, isLenient })
  return handler
}

/** For calls without a body, or with an empty object. */
export const validateNothing = validate('json', z.strictObject({}), { mayBeAbsent: true })
