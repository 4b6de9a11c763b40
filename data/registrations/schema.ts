/** What is sent and stored about those who register. */
import { z } from 'zod'
import { email, optional, part, personName, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'

const trapMessage = 'Este campo debe quedar vacío: lo llenó tu navegador o un programa. Ya lo vaciamos: envía otra vez.'

/**
 * A registration as a visitor sends it; `comments` comes from the inline form and is stored as `notes`. `reserved` is hidden from
 * people. Whoever fills it is asked to send again, because it may have been their password manager. `website` is ignored: pages that
 * were loaded before had it in place of `reserved`.
 */
export const registrationSchema = z.strictObject({
  name: personName('Escribe tu nombre'),
  email,
  company: optional(limits.shortText).optional(),
  position: optional(limits.shortText).optional(),
  phone: optional(limits.phone).optional(),
  acceptsMarketing: yesOrNo.optional(),
  comments: optional(limits.comments).optional(),
  reserved: z.string('Escribe un texto').max(0, trapMessage).optional(),
  website: optional(limits.url).optional(),
})

/** Who asks for the address of their own page. */
export const recoverySchema = z.strictObject({ email })

/** A registration as staff correct it: what either form asks, comments as `notes`, and what only they see. */
export const staffFieldsSchema = registrationSchema.omit({ reserved: true, website: true, comments: true }).extend({
  name: personName('Escribe el nombre'),
  notes: optional(limits.comments).optional(),
  /** The organisers' own; the person gets to see it only in a file of all that is held about them. */
  staffNotes: optional(limits.longText).optional(),
  isConfirmed: yesOrNo.optional(),
})

/** Whether somebody has a place where all are taken: one more than there are. */
const over = yesOrNo.optional()

/** Gives a place to somebody who has none. */
export const seatSchema = z.strictObject({ over })

/** Whom staff add: with `seat` with a place or not at all. */
export const handRegistrationSchema = staffFieldsSchema.extend({ seat: yesOrNo.optional(), over })

/** Any of its fields, and where it stands. */
export const registrationChangeSchema = staffFieldsSchema
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

const registrationId = z.string('Escribe un texto').max(limits.id, `Máximo ${limits.id} caracteres`)

/** Two registrations of one person: `keep` stays, with the fields in `take` from `other`, which goes to the trash. */
export const mergeSchema = z
  .strictObject({
    keep: registrationId,
    other: registrationId,
    take: z.array(z.enum(mergeableFields, 'Campo desconocido'), 'Escribe una lista').max(mergeableFields.length),
  })
  .refine(({ keep, other }) => keep !== other, { path: ['other'], error: 'Elige dos registros distintos' })

/** Two registrations that are of two people, or may be of one after all. */
export const differentSchema = z
  .strictObject({ a: registrationId, b: registrationId, isDifferent: yesOrNo })
  .refine(({ a, b }) => a !== b, { path: ['b'], error: 'Elige dos registros distintos' })

/** Many confirmed at once, or marked as pending. */
export const confirmationSchema = z.strictObject({
  ids: z.array(registrationId, 'Escribe una lista').min(1, 'Elige al menos uno').max(limits.listed, `Máximo ${limits.listed}`),
  isConfirmed: yesOrNo,
})

/** What a visitor corrects on the page of their own registration. */
export const ownChangeSchema = z
  .strictObject({
    name: personName('Escribe tu nombre'),
    company: optional(limits.shortText),
    position: optional(limits.shortText),
    phone: optional(limits.phone),
  })
  .partial()

/** The name that somebody wants on their constancia. */
export const ownNameSchema = ownChangeSchema.pick({ name: true }).strip()

/** Whether somebody wants reminders: `1` for yes. Mail programs send the second field instead (RFC 8058). */
export const remindersSchema = z.object({ wanted: z.string(), 'List-Unsubscribe': z.literal('One-Click') }).partial()

/** The filter of the list of registrations, and its order; `limit` and `offset` in rows. */
export const registrationFilterSchema = z.strictObject({
  search: z.string().trim().max(limits.shortText, `Máximo ${limits.shortText} caracteres`).optional(),
  status: z
    .enum(['all', 'confirmed', 'pending', 'registered', 'waitlisted', 'cancelled', 'arrived', 'missing'], 'Estado desconocido')
    .optional(),
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
 * commented, `staffNotes` the organisers' own. `arrivedAt` is when they came (ISO 8601 in UTC) and `door` through which door, null for who
 * did not. `isWalkIn`: came unregistered; `email` is empty for one who gave none. `importedFrom` is the file that an organiser
 * brought them in with, empty for all others.
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
  arrivedAt: string | null
  door: string | null
  isWalkIn: boolean
  importedFrom: string
}
