/** What schemas of several kinds are made of. No defaults: zod's `.partial()` would fill them into a change that never mentioned the field. */
import { z } from 'zod'
import { limits } from './limits.ts'
import './zod-config.ts'

export const required = (max: number, message = 'Este campo es obligatorio') =>
  z
    .string({ error: (issue) => (issue.input === undefined ? message : 'Escribe un texto') })
    .trim()
    .min(1, message)
    .max(max, `Máximo ${max} caracteres`)

/** A text that may be empty. `null` is read as empty, so that stored texts are always strings. */
export const optional = (max: number) =>
  z
    .string('Escribe un texto')
    .trim()
    .max(max, `Máximo ${max} caracteres`)
    .nullable()
    .transform((text) => text ?? '')

export const email = z
  .string('Email válido requerido')
  .trim()
  .max(limits.email, `Máximo ${limits.email} caracteres`)
  .pipe(z.email('Email válido requerido'))

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
