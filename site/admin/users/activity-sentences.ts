import type { Action, ActivityEntry } from '../../../data/accounts/activity.ts'
import { isCollection, kinds } from '../content/kinds.ts'

export function sentence(entry: ActivityEntry): { who: string; what: string; thing: string } {
  if (entry.action === 'sign-in-failed') {
    const account = entry.userId ? `con la cuenta de ${entry.userName ?? 'un usuario eliminado'}` : 'con una cuenta que no existe'
    return { who: 'Alguien', what: `intentó entrar sin éxito ${account}`, thing: '' }
  }
  const deed = deeds[entry.action]
  const what = typeof deed === 'string' ? deed : deed(entry)
  if (entry.action === 'registrations-expired') return { who: 'El sitio', what, thing: '' }
  if (entry.action === 'speaker-saved') return { who: `${entry.subjectName ?? 'Un speaker'}, con su enlace,`, what, thing: '' }
  // Actions of `npm run admin` on the server have no user.
  const who = entry.userId ? (entry.userName ?? 'Usuario eliminado') : 'Alguien con acceso al servidor'
  return { who, what, thing: thing(entry) }
}

function thing({ action, subject, subjectId, subjectName }: ActivityEntry): string {
  if (!subject || !action.startsWith('content-')) return ''
  const { label, noun } = kinds[subject]
  if (!isCollection(subject)) return noun
  if (action === 'content-restored' && !subjectId) return `la lista de ${label.toLowerCase()}`
  // Only moving events saves several items at once, so only such an entry has no id of an item.
  if (action === 'content-saved' && !subjectId) return `varios ${label.toLowerCase()} a la vez`
  return subjectName ? `el ${noun} «${subjectName}»` : `un ${noun}`
}

const userOf = ({ subjectName }: ActivityEntry) => (subjectName ? `al usuario ${subjectName}` : 'a un usuario que ya no existe')

const deeds: Record<Exclude<Action, 'sign-in-failed'>, string | ((entry: ActivityEntry) => string)> = {
  'signed-in': 'inició sesión',
  'signed-out': 'cerró sesión',
  'content-saved': 'guardó',
  'content-created': 'agregó',
  'content-deleted': 'eliminó',
  'content-restored': (entry) => (entry.subject ? 'restauró' : 'devolvió todo el contenido a un momento anterior'),
  'content-imported': 'importó el programa de un archivo',
  uploaded: 'subió un archivo',
  'publish-retried': 'volvió a publicar el sitio',
  'registration-confirmed': 'confirmó un registro',
  'registration-unconfirmed': 'marcó un registro como pendiente',
  'registration-added': 'agregó un registro',
  'registration-changed': 'corrigió un registro',
  'registration-cancelled': 'canceló un registro',
  'registration-brought-back': 'reactivó un registro cancelado',
  'registration-seated': 'dio lugar a una persona',
  'registration-merged': 'unió dos registros de la misma persona',
  'registrations-told-apart': 'indicó que dos registros parecidos son de dos personas',
  'registration-data-exported': 'descargó todos los datos de una persona',
  'registrations-confirmed': 'confirmó todos los registros de una búsqueda o un filtro',
  'registrations-unconfirmed': 'marcó como pendientes todos los registros de una búsqueda o un filtro',
  'registrations-expired': 'borró los datos de quienes se registraron, según Ajustes · Privacidad',
  'registrations-imported': (entry) =>
    `importó a personas del archivo${entry.subjectName ? ` «${entry.subjectName}»` : ' que eligió'} a Registros`,
  'registrations-import-undone': (entry) =>
    `sacó de Registros a las personas del archivo${entry.subjectName ? ` «${entry.subjectName}»` : ' que importó'}`,
  'registration-deleted': 'eliminó un registro',
  'registration-restored': 'sacó un registro de la papelera',
  'registration-erased': 'borró definitivamente los datos de una persona',
  'registration-link-shown': 'copió el enlace personal de un registro',
  'door-list-taken': 'descargó la lista para la puerta',
  'door-phone-added': 'descargó la lista para la puerta en un teléfono',
  'door-phone-ended': 'quitó la lista de un teléfono de la puerta',
  'door-sent-dropped': 'deshizo todo lo que un teléfono o una cuenta envió desde la puerta',
  'door-sent-restored': 'recuperó lo que un teléfono o una cuenta envió desde la puerta',
  'place-link-made': 'apartó lugares con un enlace',
  'place-link-changed': 'cambió un enlace que aparta lugares',
  'place-link-renewed': 'renovó un enlace que aparta lugares',
  'place-link-ended': 'terminó un enlace que aparta lugares',
  'place-link-removed': 'quitó un enlace que apartaba lugares',
  'speaker-link-made': 'hizo un enlace para un speaker',
  'speaker-link-ended': 'terminó los enlaces de un speaker',
  'speakers-asked': 'pidió a los speakers lo que falta',
  'speaker-saved': 'cambió sus datos o sus charlas',
  'speaker-proposal-decided': 'decidió sobre los cambios que propuso un speaker',
  'speaker-changes-taken-back': 'deshizo lo que cambió el enlace de un speaker',
  'mail-resent': 'reenvió un correo',
  'change-announced': 'avisó de un cambio a todas las personas registradas',
  'announcement-stopped': 'detuvo un aviso a todas las personas registradas',
  'group-mailed': 'escribió a un grupo de personas registradas',
  'group-mail-stopped': 'detuvo un correo a un grupo',
  'certificates-mailed': 'envió constancias',
  'certificate-mails-stopped': 'detuvo el envío de constancias',
  'certificates-made': 'creó constancias de speakers o de la organización',
  'certificate-revoked': 'revocó una constancia',
  'registrations-exported': 'exportó los registros',
  'password-chosen': 'eligió una contraseña nueva con un enlace',
  'access-changed': 'cambió la seguridad de su cuenta: correo, códigos o llaves de acceso',
  'security-changed': 'cambió si se pide a todos verificación en dos pasos',
  'second-factor-removed': (entry) => `quitó el segundo factor ${userOf(entry)}`,
  'sessions-ended': (entry) => `cerró las sesiones ${userOf(entry)}`,
  'user-invited': (entry) => `invitó ${userOf(entry)}`,
  'link-made': (entry) => `mandó un enlace ${userOf(entry)} para elegir contraseña`,
  'user-created': (entry) => `creó ${userOf(entry)}`,
  'user-changed': (entry) => (entry.userId === entry.subjectId ? 'cambió sus propios datos' : `cambió ${userOf(entry)}`),
  'edition-finished': (entry) => `terminó la edición ${entry.subjectId} y empezó la siguiente`,
  'edition-undone': (entry) => `volvió a la edición ${entry.subjectId}`,
  'edition-people-erased': (entry) => `borró los datos de quienes se registraron en la edición ${entry.subjectId}`,
  'user-deleted': 'eliminó a un usuario',
}
