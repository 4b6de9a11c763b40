/** The people who work in the panel. */
import { z } from 'zod'
import { email, part, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

/** A page of the activity. */
export const activityPageSchema = z.strictObject(part)

const password = z
  .string(`Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .min(limits.password.min, `Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .max(limits.password.max, `Máximo ${limits.password.max} caracteres`)

export const loginSchema = z.strictObject({ email, password })

/** One's own new password, with the one that counts so far. */
export const ownPasswordSchema = z.strictObject({
  currentPassword: z
    .string('Escribe tu contraseña actual')
    .min(1, 'Escribe tu contraseña actual')
    .max(limits.password.max, `Máximo ${limits.password.max} caracteres`),
  password,
})

export const userSchema = z.strictObject({
  name: required(limits.shortText, 'Nombre requerido'),
  email,
  password,
  role: z.enum(['user', 'admin'], 'Elige usuario o administrador').optional(),
  isActive: yesOrNo.optional(),
})

/** Any of a user's fields; an empty password means unchanged. */
export const userChangeSchema = userSchema.extend({ password: z.union([z.literal(''), password]) }).partial()
export type NewUser = z.infer<typeof userSchema>
export type UserChange = z.infer<typeof userChangeSchema>

export type Role = 'user' | 'admin'

/** A panel user without its password; times are ISO 8601 in UTC. */
export type User = {
  id: string
  name: string
  email: string
  role: Role
  isActive: boolean
  createdAt: string
  updatedAt: string
  lastLoginAt: string | null
}
