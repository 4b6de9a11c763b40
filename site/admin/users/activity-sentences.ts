import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { isCollection, kinds } from '../content/kinds.ts'

/** Who did something, and what, as the two parts of a Spanish sentence. */
export function sentence(entry: ActivityEntry): { who: string; what: string } {
  if (entry.action === 'sign-in-failed') {
    const account = entry.userId ? `con la cuenta de ${entry.userName ?? 'un usuario eliminado'}` : 'con una cuenta que no existe'
    return { who: 'Alguien', what: `intentó entrar sin éxito ${account}` }
  }
  if (entry.action === 'registrations-expired') return { who: 'El sitio', what: what(entry) }
  // `npm run admin` is nobody's session.
  const who = entry.userId ? (entry.userName ?? 'Usuario eliminado') : 'Alguien con acceso al servidor'
  return { who, what: what(entry) }
}

function what({ action, userId, subject, subjectId, subjectName }: ActivityEntry): string {
  const { label, noun } = subject ? kinds[subject] : { label: '', noun: '' }
  const isList = subject !== null && isCollection(subject)
  const thing = isList ? `un ${noun}` : noun
  const user = subjectName ? `al usuario ${subjectName}` : 'a un usuario que ya no existe'
  switch (action) {
    case 'signed-in':
      return 'inició sesión'
    case 'signed-out':
      return 'cerró sesión'
    case 'content-saved':
      return `guardó ${thing}`
    case 'content-created':
      return `agregó ${thing}`
    case 'content-deleted':
      return `eliminó ${thing}`
    case 'content-restored':
      if (!subject) return 'devolvió todo el contenido a un momento anterior'
      return `restauró ${isList && !subjectId ? `la lista de ${label.toLowerCase()}` : thing}`
    case 'uploaded':
      return 'subió un archivo'
    case 'publish-retried':
      return 'volvió a publicar el sitio'
    case 'registration-confirmed':
      return 'confirmó un registro'
    case 'registration-unconfirmed':
      return 'marcó un registro como pendiente'
    case 'registration-added':
      return 'agregó un registro'
    case 'registration-changed':
      return 'corrigió un registro'
    case 'registration-cancelled':
      return 'canceló un registro'
    case 'registration-brought-back':
      return 'reactivó un registro cancelado'
    case 'registration-merged':
      return 'unió dos registros de la misma persona'
    case 'registration-data-exported':
      return 'descargó todos los datos de una persona'
    case 'registrations-confirmed':
      return 'confirmó todos los registros de una búsqueda o un filtro'
    case 'registrations-unconfirmed':
      return 'marcó como pendientes todos los registros de una búsqueda o un filtro'
    case 'registrations-expired':
      return 'borró los datos de quienes se registraron, como dice Ajustes · Privacidad'
    case 'registration-deleted':
      return 'eliminó un registro'
    case 'registration-restored':
      return 'sacó un registro de la papelera'
    case 'registration-erased':
      return 'borró definitivamente los datos de una persona'
    case 'registration-link-shown':
      return 'copió el enlace personal de un registro'
    case 'mail-resent':
      return 'reenvió un correo'
    case 'change-announced':
      return 'avisó de un cambio a todas las personas registradas'
    case 'announcement-stopped':
      return 'detuvo un aviso a todas las personas registradas'
    case 'registrations-exported':
      return 'exportó los registros'
    case 'user-created':
      return `creó ${user}`
    case 'user-changed':
      return userId === subjectId ? 'cambió sus propios datos' : `cambió ${user}`
    case 'user-deleted':
      return 'eliminó a un usuario'
    case 'sign-in-failed':
      return ''
  }
}
