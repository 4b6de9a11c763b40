import type { ListedMail } from '../../../data/mail/mails.ts'

/** What the panel calls each state of a mail, one and many, and how it shows it. */
export const mailStates: Record<ListedMail['status'], { label: string; many: string; className: string }> = {
  queued: { label: 'En cola', many: 'En cola', className: 'badge-warning' },
  sent: { label: 'Entregado', many: 'Entregados', className: 'badge-success' },
  failed: { label: 'No llegó', many: 'No llegaron', className: 'badge-error' },
}
