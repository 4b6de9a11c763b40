import { z } from 'zod'
import { mailBody, mailKinds, mailSubject } from '../content/mail-texts.ts'
import { chosenIds, email, listedIds, optional, pageFields } from '../fields.ts'
import { limits } from '../limits.ts'

export const mailFilterSchema = z.strictObject({
  search: z.string().trim().max(limits.shortText, `Máximo ${limits.shortText} caracteres`).optional(),
  status: z.enum(['queued', 'sent', 'failed'], 'Estado desconocido').optional(),
  registration: z.string().max(limits.label, `Máximo ${limits.label} caracteres`).optional(),
  ...pageFields,
})

/** Without `subject` and `body`, the stored texts are sent. A mail to a group has no stored texts and needs both. */
export const testMailSchema = z
  .strictObject({
    to: email,
    kind: z.enum([...mailKinds, 'group'], 'Elige un correo'),
    subject: mailSubject.optional(),
    body: mailBody.optional(),
  })
  .refine(({ kind, subject, body }) => kind !== 'group' || (subject && body), {
    path: ['subject'],
    error: 'Escribe el asunto y el texto',
  })

export const mailPreviewSchema = z.strictObject({
  kind: z.enum([...mailKinds, 'group'], 'Elige un correo'),
  subject: optional(limits.title),
  body: optional(limits.longText),
})

export const announcementSchema = z.strictObject({ subject: mailSubject, body: mailBody })
const mailGroups = ['registered', 'waitlisted', 'confirmed', 'arrived', 'unanswered', 'all'] as const

export const groupMailFieldsSchema = z.strictObject({
  to: z.enum(mailGroups, 'Elige un grupo'),
  subject: mailSubject,
  body: mailBody,
})

/** `ids` are the chosen people. Without `ids`, `expected` is the number of people in the group. */
export const groupMailSchema = groupMailFieldsSchema
  .extend({
    ids: chosenIds.optional(),
    expected: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(1_000_000, 'Máximo 1000000').optional(),
  })
  .refine(({ ids, expected }) => (ids === undefined) !== (expected === undefined), {
    path: ['expected'],
    error: 'Indica a cuántas personas o a cuáles',
  })

/** For 'speakers', certificates are made but not mailed. */
export const certificatesSentSchema = z.strictObject({
  to: z.enum(['arrived', 'confirmed', 'speakers'], 'Elige un grupo'),
  ids: listedIds.optional(),
})

export type CertificateGroup = Exclude<z.infer<typeof certificatesSentSchema>['to'], 'speakers'>

export type MailGroup = (typeof mailGroups)[number]

export type MailFilter = z.infer<typeof mailFilterSchema>
