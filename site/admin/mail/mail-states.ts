import type { ListedMail } from '../../../data/mail/mails.ts'
import type { FormatDate } from '../shell/time-zone.ts'

export const mailStates: Record<ListedMail['status'], { label: string; many: string; className: string }> = {
  queued: { label: 'En cola', many: 'En cola', className: 'badge-warning' },
  sent: { label: 'Entregado', many: 'Entregados', className: 'badge-success' },
  failed: { label: 'No llegó', many: 'No llegaron', className: 'badge-error' },
}

/** `until` is ISO 8601. */
export const delayNote = (formatDate: FormatDate, until: string) =>
  `Espera porque ya salieron muchos correos: sigue el ${formatDate(until, "dd/MM 'a las' HH:mm")}.`
