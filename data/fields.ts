/** Schemas of fields have no defaults. If they had, zod's `.partial()` would add omitted fields to every change. */
import { z } from 'zod'
import { limits } from './limits.ts'
import './zod-config.ts'

const breaks = /[\p{Cc}\u2028\u2029]+/gu

const inLines = (text: z.ZodString, isOneLine: boolean) =>
  isOneLine ? text.overwrite((written) => written.replace(breaks, ' ').trim()) : text.trim()

export const required = (max: number, message = 'Este campo es obligatorio', isOneLine = max <= limits.shortText) =>
  inLines(z.string({ error: (issue) => (issue.input === undefined ? message : 'Escribe un texto') }), isOneLine)
    .min(1, message)
    .max(max, `Máximo ${max} caracteres`)

const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** Rejects invisible names. Only for people, because stored content with an invisible name must still pass its schema. */
export const personName = (message: string) => required(limits.shortText, message).refine((name) => !unseen.test(name), message)

export const optional = (max: number, message = 'Escribe un texto') =>
  inLines(z.string({ error: (issue) => (issue.input === undefined ? message : 'Escribe un texto') }), max <= limits.shortText)
    .max(max, `Máximo ${max} caracteres`)
    .nullable()
    .transform((text) => text ?? '')

const nameOfEmail = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+"

const addressPattern = new RegExp(
  `^${nameOfEmail}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$`,
)

const maxDomainLength = 253

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

export const emailPattern = `^${nameOfEmail}@(?:[^\\s@.]+\\.)+[^\\s@.]+$`

export const yesOrNo = z.boolean('Elige sí o no')

export const listedIds = z
  .array(z.string('Escribe un texto').max(limits.id, `Máximo ${limits.id} caracteres`), 'Escribe una lista')
  .max(limits.listed, `Máximo ${limits.listed}`)

export const chosenIds = listedIds.min(1, 'Elige al menos uno')

export const pageFields = {
  limit: z.coerce
    .number('Escribe un número')
    .int('Escribe un número entero')
    .min(1, 'Mínimo 1')
    .max(limits.listed, `Máximo ${limits.listed}`)
    .optional(),
  offset: z.coerce.number('Escribe un número').int('Escribe un número entero').min(0, 'Mínimo 0').optional(),
}

export function withSizeLimit<S extends z.ZodType>(schema: S, limit: number, message: string) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'object' || value === null || (Array.isArray(value) ? value : Object.keys(value)).length <= limit)
      return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }, schema)
}
