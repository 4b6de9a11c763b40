import { z } from 'zod'
import { email, optional, pageFields, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

export const activityPageSchema = z.strictObject(pageFields)

const password = z
  .string(`Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .min(limits.password.min, `Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .max(limits.password.max, `Máximo ${limits.password.max} caracteres`)

export const loginSchema = z.strictObject({ email, password, code: z.string('Escribe el código').trim().max(40).optional() })

export const securitySchema = z.strictObject({ requireSecondFactor: yesOrNo })

export const passkeyNameSchema = z.strictObject({ name: required(60, 'Nombre requerido') })

const browserAnswer = z.strictObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.record(z.string().max(100), z.unknown()),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
  authenticatorAttachment: z.string().max(100).nullish(),
})

export const passkeySchema = browserAnswer.extend({ name: passkeyNameSchema.shape.name.optional() })
export const passkeySignInSchema = browserAnswer

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
  role: z.enum(['door', 'user', 'admin'], 'Elige usuario, administrador o puerta').optional(),
  isActive: yesOrNo.optional(),
})

export const profileSchema = z
  .strictObject({
    name: required(limits.shortText, 'Nombre requerido'),
    /** Must be an uploaded file, because the host of an external picture would see who opens the panel. */
    picture: optional(limits.url).refine(
      (address) => address === '' || /^\/public-objects\/[\w.-]+$/.test(address),
      'Sube la imagen como archivo.',
    ),
  })
  .partial()

export const ownEmailSchema = z.strictObject({ email })

export const forgotSchema = z.strictObject({ email })

export const linkSchema = z.strictObject({ token: z.string('Falta el enlace').min(1, 'Falta el enlace').max(100) })

export const resetSchema = linkSchema.extend({ password })

export const inviteSchema = userSchema.pick({ name: true, email: true, role: true })

export const userChangeSchema = userSchema.extend({ password: z.union([z.literal(''), password]) }).partial()
export type NewUser = z.infer<typeof userSchema>
export type UserChange = z.infer<typeof userChangeSchema>

/** Users with the role 'door' only check people in at the entrance. */
export type Role = 'door' | 'user' | 'admin'

export type User = {
  id: string
  name: string
  email: string
  picture: string
  role: Role
  isActive: boolean
  isInvited: boolean
  hasSecondFactor: boolean
  createdAt: string
  updatedAt: string
  lastLoginAt: string | null
  lastSeenAt: string | null
}

/** `isStrong` is true if the session used a second factor. `signedInAt` is in Unix milliseconds. */
export type Caller = User & { sessionId: string; isStrong: boolean; signedInAt: number; isEnded?: true }
