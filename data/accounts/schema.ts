/** The people who work in the panel. */
import { z } from 'zod'
import { email, optional, part, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

/** A page of the activity. */
export const activityPageSchema = z.strictObject(part)

const password = z
  .string(`Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .min(limits.password.min, `Contraseña debe tener al menos ${limits.password.min} caracteres`)
  .max(limits.password.max, `Máximo ${limits.password.max} caracteres`)

/** With `code` where an account asks for one: of its app, or a recovery code. */
export const loginSchema = z.strictObject({ email, password, code: z.string('Escribe el código').trim().max(40).optional() })

/** Whether everybody needs a second factor. */
export const securitySchema = z.strictObject({ requireSecondFactor: yesOrNo })

/** How a person calls a passkey of theirs. */
export const passkeyNameSchema = z.strictObject({ name: required(60, 'Nombre requerido') })

/** What a browser answers about a passkey: its parts are read by the library that knows them. */
const browserAnswer = z.strictObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.record(z.string().max(100), z.unknown()),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
  authenticatorAttachment: z.string().max(100).nullish(),
})

/** A new passkey, as a browser made it; and with one, a sign-in. */
export const passkeySchema = browserAnswer.extend({ name: passkeyNameSchema.shape.name.optional() })
export const passkeySignInSchema = browserAnswer

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
  role: z.enum(['door', 'user', 'admin'], 'Elige usuario, administrador o puerta').optional(),
  isActive: yesOrNo.optional(),
})

/** What people say of themselves. */
export const profileSchema = z
  .strictObject({
    name: required(limits.shortText, 'Nombre requerido'),
    /** Of an upload, and of no other host, which would see who opens the panel. */
    picture: optional(limits.url).refine(
      (address) => address === '' || /^\/public-objects\/[\w.-]+$/.test(address),
      'Sube la imagen como archivo.',
    ),
  })
  .partial()

/** The e-mail that somebody wants instead of theirs. */
export const ownEmailSchema = z.strictObject({ email })

/** Whose password is to be chosen anew. */
export const forgotSchema = z.strictObject({ email })

/** What stands behind the # of a link. */
export const linkSchema = z.strictObject({ token: z.string('Falta el enlace').min(1, 'Falta el enlace').max(100) })

/** A password chosen with a link. */
export const resetSchema = linkSchema.extend({ password })

/** Who is invited: they choose their password themselves. */
export const inviteSchema = userSchema.pick({ name: true, email: true, role: true })

/** Any of a user's fields; an empty password means unchanged. */
export const userChangeSchema = userSchema.extend({ password: z.union([z.literal(''), password]) }).partial()
export type NewUser = z.infer<typeof userSchema>
export type UserChange = z.infer<typeof userChangeSchema>

/** Who helps at the door reaches nothing else. */
export type Role = 'door' | 'user' | 'admin'

/** A panel user without its password; times are ISO 8601 in UTC. */
export type User = {
  id: string
  name: string
  email: string
  /** The address of an image; empty for none. */
  picture: string
  role: Role
  isActive: boolean
  /** Was invited and has not chosen a password yet. */
  isInvited: boolean
  /** Has a second factor: codes of an app, or a passkey. */
  hasSecondFactor: boolean
  createdAt: string
  updatedAt: string
  lastLoginAt: string | null
  /** When they used the panel last, to the minute. */
  lastSeenAt: string | null
}

/**
 * Who makes a call, as their session showed them when it began; `isStrong`: it began, or went on, with a second factor. `signedInAt` in
 * Unix milliseconds. `isEnded`: their phone at the door was ended, and they reach nothing but the order to wipe its list.
 */
export type Caller = User & { sessionId: string; isStrong: boolean; signedInAt: number; isEnded?: true }
