import type { MailKind } from '../../../data/content/mail-texts.ts'

/** What the panel calls each mail. */
export const mailNames: Record<MailKind, string> = {
  confirmation: 'Confirmación',
  already: 'Ya estabas registrado',
  waitlisted: 'Lista de espera',
  promoted: 'Se liberó un lugar',
  cancelled: 'Cancelación',
  reminder: 'Recordatorio',
  changed: 'Aviso de cambio',
}
