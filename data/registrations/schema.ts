/** What is sent and stored about those who register. */
import { z } from 'zod'
import { email, optional, part, required, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

/**
 * A registration as a visitor sends it; `comments` comes from the inline form and is stored as `notes`. `website` is hidden from people: only a
 * program fills it, and its registration is not stored.
 */
export const registrationSchema = z.strictObject({
  name: required(limits.shortText, 'Escribe tu nombre'),
  email,
  company: optional(limits.shortText).optional(),
  position: optional(limits.shortText).optional(),
  phone: optional(limits.phone).optional(),
  acceptsMarketing: yesOrNo.optional(),
  comments: optional(limits.comments).optional(),
  website: optional(limits.url).optional(),
})

/** A registration as staff write it down: what either form asks, comments as `notes`, and what only they see. */
export const handRegistrationSchema = registrationSchema.omit({ website: true, comments: true }).extend({
  name: required(limits.shortText, 'Escribe el nombre'),
  notes: optional(limits.comments).optional(),
  /** The organisers' own; the person gets to see it only in a file of all that is held about them. */
  staffNotes: optional(limits.longText).optional(),
  isConfirmed: yesOrNo.optional(),
})

/** Any of its fields, and where it stands. */
export const registrationChangeSchema = handRegistrationSchema
  .extend({ status: z.enum(['registered', 'waitlisted', 'cancelled'], 'Estado desconocido') })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'No hay nada que cambiar')

/** What can be taken over from one of two registrations of the same person. */
export const mergeableFields = [
  'name',
  'email',
  'company',
  'position',
  'phone',
  'acceptsMarketing',
  'notes',
  'staffNotes',
  'isConfirmed',
] as const

const registrationId = z.string('Escribe un texto').max(limits.label, `Máximo ${limits.label} caracteres`)

/** Two registrations of one person: `keep` stays, with the fields in `take` from `other`, which goes to the trash. */
export const mergeSchema = z
  .strictObject({
    keep: registrationId,
    other: registrationId,
    take: z.array(z.enum(mergeableFields, 'Campo desconocido'), 'Escribe una lista').max(mergeableFields.length),
  })
  .refine(({ keep, other }) => keep !== other, { path: ['other'], error: 'Elige dos registros distintos' })

/** Many confirmed at once, or marked as pending. */
export const confirmationSchema = z.strictObject({
  ids: z.array(registrationId, 'Escribe una lista').min(1, 'Elige al menos uno').max(limits.listed, `Máximo ${limits.listed}`),
  isConfirmed: yesOrNo,
})

/** What a visitor corrects on the page of their own registration. */
export const ownChangeSchema = z
  .strictObject({
    name: required(limits.shortText, 'Escribe tu nombre'),
    company: optional(limits.shortText),
    position: optional(limits.shortText),
    phone: optional(limits.phone),
  })
  .partial()

/** The filter of the list of registrations, and its order; `limit` and `offset` in rows. */
export const registrationFilterSchema = z.strictObject({
  search: z.string().trim().max(limits.shortText, `Máximo ${limits.shortText} caracteres`).optional(),
  status: z.enum(['all', 'confirmed', 'pending', 'registered', 'waitlisted', 'cancelled'], 'Estado desconocido').optional(),
  sort: z.enum(['name', 'date', 'state'], 'Orden desconocido').optional(),
  order: z.enum(['asc', 'desc'], 'Orden desconocido').optional(),
  ...part,
})

/** Which part of the trash is read. */
export const trashPageSchema = z.strictObject(part)
export type RegistrationFields = z.infer<typeof registrationSchema>
export type RegistrationFilter = z.infer<typeof registrationFilterSchema>
export type HandRegistration = z.infer<typeof handRegistrationSchema>
export type RegistrationChange = z.infer<typeof registrationChangeSchema>
export type Merge = z.infer<typeof mergeSchema>
export type OwnChange = z.infer<typeof ownChangeSchema>

/** Who cancelled stays in the list, without a place. */
export type RegistrationStatus = 'registered' | 'waitlisted' | 'cancelled'

/**
 * A stored registration; `registrationDate` is ISO 8601 in UTC. `consentText` is what the marketing checkbox said when it
 * was ticked, `consentDate` when that was; null for who did not, or before texts were kept. `notes` are what the visitor
 * commented, `staffNotes` the organisers' own.
 */
export type Registration = {
  id: string
  name: string
  email: string
  company: string
  position: string
  phone: string
  acceptsMarketing: boolean
  consentText: string | null
  consentDate: string | null
  registrationDate: string
  isConfirmed: boolean
  notes: string
  staffNotes: string
  status: RegistrationStatus
}
