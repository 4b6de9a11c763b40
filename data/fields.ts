/**
 * What schemas of several kinds are made of. No defaults: zod's `.partial()` would fill them into a change that never mentioned
 * the field.
 */
import { z } from 'zod'
import { limits } from './limits.ts'
import './zod-config.ts'

/** Line breaks and other control characters of what is said in one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu

/** Short texts are of one line, unless told otherwise: whatever would break it is a space, in what was stored before too. */
const inLines = (text: z.ZodString, isOneLine: boolean) =>
  isOneLine ? text.overwrite((written) => written.replace(breaks, ' ').trim()) : text.trim()

/**
 * A text that is there, of at most `max` characters without the spaces around it; `message` where it is not sent or empty. Where
 * `isOneLine`, line breaks in it become spaces.
 */
export const required = (max: number, message = 'Este campo es obligatorio', isOneLine = max <= limits.shortText) =>
  inLines(z.string({ error: (issue) => (issue.input === undefined ? message : 'Escribe un texto') }), isOneLine)
    .min(1, message)
    .max(max, `Máximo ${max} caracteres`)

/** Nothing that is seen: spaces, characters that are shown as nothing, and the empty pattern of Braille. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** The name of somebody who takes part; `message` where none can be seen. Not for content: what is stored would no longer be read. */
export const personName = (message: string) => required(limits.shortText, message).refine((name) => !unseen.test(name), message)

/** A text that may be empty; `message` where it is not sent at all. `null` is read as empty, so that stored texts are always strings. */
export const optional = (max: number, message = 'Escribe un texto') =>
  inLines(z.string({ error: (issue) => (issue.input === undefined ? message : 'Escribe un texto') }), max <= limits.shortText)
    .max(max, `Máximo ${max} caracteres`)
    .nullable()
    .transform((text) => text ?? '')

const nameOfEmail = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+"

/** What a browser's e-mail field takes, with a dot in the domain: without one no mail arrives. */
const addressPattern = new RegExp(
  `^${nameOfEmail}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$`,
)

/** A longer domain is none. */
const maxDomainLength = 253

/** An address with its domain in ASCII (punycode), as mail servers and some browsers write it: `ana@españa.es` as `ana@xn--espaa-rta.es`. */
function withAsciiDomain(address: string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  const isForeign = domain.length <= maxDomainLength && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^a-z\d.-]/i.test(domain)
  if (!isForeign || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, start) + new URL(`http://${domain}`).hostname
}

export const email = z
  .string('Email válido requerido')
  .trim()
  .overwrite(withAsciiDomain)
  .max(limits.email, `Máximo ${limits.email} caracteres`)
  .meta({ format: 'email' })
  .pipe(z.email({ pattern: addressPattern, error: 'Email válido requerido' }))

/** What `email` takes, as the source of a regular expression: for a page that does not load the schema. */
export const emailPattern = `^${nameOfEmail}@(?:[^\\s@.]+\\.)+[^\\s@.]+$`

export const yesOrNo = z.boolean('Elige sí o no')

/** Part of a list, in rows. */
export const part = {
  limit: z.coerce
    .number('Escribe un número')
    .int('Escribe un número entero')
    .min(1, 'Mínimo 1')
    .max(limits.listed, `Máximo ${limits.listed}`)
    .optional(),
  offset: z.coerce.number('Escribe un número').int('Escribe un número entero').min(0, 'Mínimo 0').optional(),
}

/** The schema of a list or of fields by name, which looks at how many there are before it looks at any: what is sent may be a million. */
export function countedFirst<S extends z.ZodType>(schema: S, most: number, message: string) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'object' || value === null || (Array.isArray(value) ? value : Object.keys(value)).length <= most)
      return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }, schema)
}
