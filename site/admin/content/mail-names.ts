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
  ask: '¿Vienes?',
  unconfirmed: 'No confirmó',
  transfer: 'Le pasan un lugar',
  passed: 'Pasó su lugar',
  changed: 'Aviso de cambio',
  certificate: 'Constancia y grabaciones',
  'session-place': 'Lugar en una sesión',
  'session-waiting': 'Espera en una sesión',
  'session-promoted': 'Se liberó un lugar en una sesión',
  'session-lost': 'Ya no está en una sesión',
  group: 'Correo a un grupo',
}
