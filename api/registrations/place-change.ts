import type { QueueMail } from '../../data/mail/outbox.ts'
import type { StatusChange } from '../../data/registrations/set-status.ts'

export type ChangeNeeds = { mailer: { queue: QueueMail } | null; config: { timeZone: string } }

export const placeChange = ({ mailer, config }: ChangeNeeds): StatusChange => ({
  at: new Date().toISOString(),
  timeZone: config.timeZone,
  queueMail: mailer?.queue ?? null,
})

export const noPlaceLeft = 'Ya no hay lugares y no hay lista de espera. Amplía el cupo en Ajustes.'
