import type { ActivityEntry } from '../../../data/accounts/activity.ts'
import { isCollection, kinds } from '../content/kinds.ts'

/** Parts of a Spanish sentence. The last is empty if the action has no subject. */
export function sentence(entry: ActivityEntry): { who: string; what: string; thing: string } {
  if (entry.action === 'sign-in-failed') {
    const account = entry.userId ? `con la cuenta de ${entry.userName ?? 'un usuario eliminado'}` : 'con una cuenta que no existe'
    return { who: 'Alguien', what: `intentó entrar sin éxito ${account}`, thing: '' }
  }
  if (entry.action === 'registrations-expired') return { who: 'El sitio', what: what(entry), thing: '' }
  // `npm run admin` has no session.
  const who = entry.userId ? (entry.userName ?? 'Usuario eliminado') : 'Alguien con acceso al servidor'
  return { who, what: what(entry), thing: thing(entry) }
}

/** 'el speaker «Ana»', 'Hero'. */
function thing({ action, subject, subjectId, subjectName }: ActivityEntry): string {
  if (!subject || !action.startsWith('content-')) return ''
  const { label, noun } = kinds[subject]
  if (!isCollection(subject)) return noun
  if (action === 'content-restored' && !subjectId) return `la lista de ${label.toLowerCase()}`
  // Only a move saves several items at once.
  if (action === 'content-saved' && !subjectId) return `varios ${label.toLowerCase()} a la vez`
  return subjectName ? `el ${noun} «${subjectName}»` : `un ${noun}`
}

function what({ action, userId, subject, subjectId, subjectName }: ActivityEntry): string {
  const user = subjectName ? `al usuario ${subjectName}` : 'a un usuario que ya no existe'
  switch (action) {
    case 'signed-in':
      return 'inició sesión'
    case 'signed-out':
      return 'cerró sesión'
    case 'content-saved':
      return 'guardó'
    case 'content-created':
      return 'agregó'
    case 'content-deleted':
      return 'eliminó'
    case 'content-restored':
      return subject ? 'restauró' : 'devolvió todo el contenido a un momento anterior'
    case 'content-imported':
      return 'trajo el programa de un archivo'
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
    case 'registration-seated':
      return 'dio lugar a una persona'
    case 'registration-merged':
      return 'unió dos registros de la misma persona'
    case 'registrations-told-apart':
      return 'dijo que dos registros parecidos son de dos personas'
    case 'registration-data-exported':
      return 'descargó todos los datos de una persona'
    case 'registrations-confirmed':
      return 'confirmó todos los registros de una búsqueda o un filtro'
    case 'registrations-unconfirmed':
      return 'marcó como pendientes todos los registros de una búsqueda o un filtro'
    case 'registrations-expired':
      return 'borró los datos de quienes se registraron, como dice Ajustes · Privacidad'
    case 'registrations-imported':
      return `trajo a personas del archivo${subjectName ? ` «${subjectName}»` : ' que eligió'} a Registros`
    case 'registrations-import-undone':
      return `sacó de Registros a las personas del archivo${subjectName ? ` «${subjectName}»` : ' que trajo'}`
    case 'registration-deleted':
      return 'eliminó un registro'
    case 'registration-restored':
      return 'sacó un registro de la papelera'
    case 'registration-erased':
      return 'borró definitivamente los datos de una persona'
    case 'registration-link-shown':
      return 'copió el enlace personal de un registro'
    case 'door-list-taken':
      return 'descargó la lista para la puerta'
    case 'door-phone-added':
      return 'descargó la lista para la puerta en un teléfono'
    case 'door-phone-ended':
      return 'quitó la lista de un teléfono de la puerta'
    case 'door-sent-dropped':
      return 'deshizo todo lo que un teléfono o una cuenta envió desde la puerta'
    case 'door-sent-restored':
      return 'recuperó lo que un teléfono o una cuenta envió desde la puerta'
    case 'mail-resent':
      return 'reenvió un correo'
    case 'change-announced':
      return 'avisó de un cambio a todas las personas registradas'
    case 'announcement-stopped':
      return 'detuvo un aviso a todas las personas registradas'
    case 'group-mailed':
      return 'escribió a un grupo de personas registradas'
    case 'group-mail-stopped':
      return 'detuvo un correo a un grupo'
    case 'certificates-mailed':
      return 'envió constancias'
    case 'certificate-mails-stopped':
      return 'detuvo el envío de constancias'
    case 'certificates-made':
      return 'hizo constancias de ponentes o de la organización'
    case 'certificate-revoked':
      return 'revocó una constancia'
    case 'registrations-exported':
      return 'exportó los registros'
    case 'password-chosen':
      return 'eligió una contraseña nueva con un enlace'
    case 'access-changed':
      return 'cambió cómo entra: email, códigos o llaves de acceso'
    case 'security-changed':
      return 'cambió si a todos se les pide un segundo factor'
    case 'second-factor-removed':
      return `quitó el segundo factor ${user}`
    case 'sessions-ended':
      return `cerró las sesiones ${user}`
    case 'user-invited':
      return `invitó ${user}`
    case 'link-made':
      return `mandó un enlace ${user} para elegir contraseña`
    case 'user-created':
      return `creó ${user}`
    case 'user-changed':
      return userId === subjectId ? 'cambió sus propios datos' : `cambió ${user}`
    case 'edition-finished':
      return `terminó la edición ${subjectId} y empezó la siguiente`
    case 'edition-undone':
      return `volvió a la edición ${subjectId}`
    case 'edition-people-erased':
      return `borró los datos de quienes se registraron en la edición ${subjectId}`
    case 'user-deleted':
      return 'eliminó a un usuario'
    case 'sign-in-failed':
      return ''
  }
}
