import type { QueueMail } from '../../data/mail/outbox.ts'
import type { StatusChange } from '../../data/registrations/set-status.ts'

type Means = { mailer: { queue: QueueMail } | null; config: { timeZone: string } }

/** A change of places now, of which people are told where there is a mail server. */
export const placeChange = ({ mailer, config }: Means): StatusChange => ({
  at: new Date().toISOString(),
  timeZone: config.timeZone,
  queueMail: mailer?.queue ?? null,
})

/** What staff are told who want a place for somebody. */
export const noPlaceLeft = 'Ya no hay lugares y no hay lista de espera. Amplía el cupo en Ajustes.'
