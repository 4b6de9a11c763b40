import type { SentKind } from '../../../data/content/mail-texts.ts'

export const mailNames: Record<SentKind, string> = {
  confirmation: 'Confirmación',
  already: 'Ya estabas registrado',
  recovered: 'Enlace a su registro',
  waitlisted: 'Lista de espera',
  promoted: 'Se liberó un lugar',
  cancelled: 'Cancelación',
  cancelledByStaff: 'Cancelación por el equipo',
  reminder: 'Recordatorio',
  changed: 'Aviso de cambio',
  certificate: 'Constancia y grabaciones',
  group: 'Correo a un grupo',
}
