/** What is asked about mails. */
import { z } from 'zod'
import { mailBody, mailKinds, mailSubject } from '../content/mail-texts.ts'
import { email, optional, part } from '../fields.ts'
import { limits } from '../limits.ts'

/** How the list of mails is narrowed; `registration` is the id of one. */
export const mailFilterSchema = z.strictObject({
  search: z.string().trim().max(limits.shortText, `Máximo ${limits.shortText} caracteres`).optional(),
  status: z.enum(['queued', 'sent', 'failed'], 'Estado desconocido').optional(),
  registration: z.string().max(limits.label, `Máximo ${limits.label} caracteres`).optional(),
  ...part,
})

const mailKind = z.enum(mailKinds, 'Elige un correo')

export const testMailSchema = z.strictObject({ to: email, kind: mailKind })

/** A mail with texts that are not saved yet. */
export const mailPreviewSchema = z.strictObject({
  kind: mailKind,
  subject: optional(limits.title),
  body: optional(limits.longText),
})

/** What everybody who is registered is told of a change. */
export const announcementSchema = z.strictObject({ subject: mailSubject, body: mailBody })
export type MailFilter = z.infer<typeof mailFilterSchema>
