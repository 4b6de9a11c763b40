import { z } from 'zod'
import { required } from '../fields.ts'
import { limits } from '../limits.ts'
import '../zod-config.ts'

/** Mails about seats in sessions. */
export const sessionMails = ['session-place', 'session-waiting', 'session-promoted', 'session-lost'] as const

export type SessionMail = (typeof sessionMails)[number]

export const mailKinds = [
  'confirmation',
  'already',
  'recovered',
  'waitlisted',
  'promoted',
  'cancelled',
  'cancelledByStaff',
  'reminder',
  'ask',
  'unconfirmed',
  'transfer',
  'passed',
  'alertConfirm',
  'alertOpen',
  'changed',
  'certificate',
  ...sessionMails,
] as const

export type MailKind = (typeof mailKinds)[number]

export type SentKind = MailKind | 'group'

/** Mails to people who are not registered, whose names are unknown. */
export const isAlertMail = (kind: SentKind): boolean => kind === 'alertConfirm' || kind === 'alertOpen'

/** Organisers write these in braces. A paragraph with {grabaciones} or {limite} is left out if the placeholder has no value. */
const placeholders = ['nombre', 'evento', 'fecha', 'lugar', 'enlace', 'grabaciones', 'sesiones', 'limite', 'quien'] as const

export type Placeholder = (typeof placeholders)[number]

export const mailSubject = required(limits.title, 'Escribe el asunto')
export const mailBody = z
  .string('Escribe el texto')
  .trim()
  .min(1, 'Escribe el texto')
  .max(limits.longText, `Máximo ${limits.longText} caracteres`)

const subjectsAndBodies = Object.fromEntries(
  mailKinds.flatMap((kind) => [
    [`${kind}Subject`, mailSubject],
    [`${kind}Body`, mailBody],
  ]),
) as Record<`${MailKind}Subject`, typeof mailSubject> & Record<`${MailKind}Body`, typeof mailBody>

export const mailTextsSchema = z.strictObject({
  ...subjectsAndBodies,
  /** 0 sends no reminder. */
  reminderDays: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(60, 'Máximo 60'),
})

export type MailTexts = z.infer<typeof mailTextsSchema>

export const mailTextDefaults: MailTexts = {
  confirmationSubject: 'Tu registro a {evento}',
  confirmationBody:
    'Hola, {nombre}:\n\nTu lugar en {evento} está apartado. Te esperamos el {fecha}, en {lugar}.\n\nMuestra este código en la entrada. En tu página puedes corregir tus datos, agregar el evento a tu calendario o cancelar si no puedes venir.',
  alreadySubject: 'Ya estabas registrado en {evento}',
  alreadyBody:
    'Hola, {nombre}:\n\nRecibimos de nuevo tu registro a {evento}. Ya estabas en la lista y no hace falta que hagas nada más.\n\nEn tu página puedes ver y corregir tus datos. Si no fuiste tú quien llenó el formulario, puedes ignorar este correo.',
  recoveredSubject: 'Tu registro a {evento}',
  recoveredBody:
    'Hola, {nombre}:\n\nAquí está el enlace a tu registro en {evento}. En tu página ves si tienes lugar, y puedes corregir tus datos o cancelar si no puedes venir.\n\nSi no lo pediste tú, puedes ignorar este correo: nadie más lo recibió.',
  waitlistedSubject: 'Estás en la lista de espera de {evento}',
  waitlistedBody:
    'Hola, {nombre}:\n\nLos lugares de {evento} están ocupados por ahora y te anotamos en la lista de espera. Si se libera uno, te avisamos por correo y es tuyo.\n\nSi ya no puedes venir, cancela en tu página para salir de la lista de espera.',
  promotedSubject: 'Tienes lugar en {evento}',
  promotedBody:
    'Hola, {nombre}:\n\nSe liberó un lugar en {evento} y es tuyo. Te esperamos el {fecha}, en {lugar}.\n\nMuestra este código en la entrada. Si ya no puedes venir, cancela en tu página para dar tu lugar a alguien más.',
  cancelledSubject: 'Cancelaste tu registro a {evento}',
  cancelledBody:
    'Hola, {nombre}:\n\nTu registro a {evento} quedó cancelado y tu entrada ya no es válida. Si cambias de opinión, vuelve a registrarte en el sitio con este mismo correo.',
  cancelledByStaffSubject: 'Se canceló tu registro a {evento}',
  cancelledByStaffBody:
    'Hola, {nombre}:\n\nEl equipo organizador canceló tu registro a {evento} y tu entrada ya no es válida. Si crees que es un error, vuelve a registrarte en el sitio con este mismo correo.',
  reminderSubject: '{evento} es el {fecha}',
  reminderBody:
    'Hola, {nombre}:\n\nFalta poco para {evento}. Te esperamos el {fecha}, en {lugar}.\n\nMuestra este código en la entrada. Si ya no puedes venir, cancela en tu página para dar tu lugar a alguien más.',
  askSubject: '¿Vienes a {evento}?',
  askBody:
    'Hola, {nombre}:\n\n{evento} es el {fecha}, en {lugar}, y tienes tu lugar apartado. ¿Vienes? Contesta con uno de los dos botones: así sabemos cuántas personas llegan, y el lugar de quien no puede venir es para alguien más.\n\nContesta a más tardar el {limite}. Si para entonces no sabemos de ti y alguien espera un lugar, el tuyo es para esa persona.',
  unconfirmedSubject: 'Tu lugar en {evento} es ahora de alguien más',
  unconfirmedBody:
    'Hola, {nombre}:\n\nTe preguntamos si venías a {evento} y no supimos de ti, así que tu lugar es ahora de alguien que esperaba. Estás en la lista de espera.\n\n¿Sí vienes? Dilo con el botón: si hay un lugar libre, es tuyo en ese momento, y si no, eres de quienes esperan el siguiente. También puedes llegar sin avisar y entras si quedan lugares.',
  transferSubject: '{quien} te pasa su lugar en {evento}',
  transferBody:
    'Hola, {nombre}:\n\n{quien} no puede ir a {evento} y quiere darte su lugar. Es el {fecha}, en {lugar}.\n\nSi lo quieres, acéptalo con el botón a más tardar el {limite}. Mientras tanto el lugar sigue siendo de {quien}.\n\nSi no lo quieres o no sabes de qué se trata, dilo en la misma página y no te escribimos más por esto.',
  passedSubject: 'Tu lugar en {evento} es ahora de {quien}',
  passedBody:
    'Hola, {nombre}:\n\n{quien} aceptó tu lugar en {evento}. Tu entrada ya no es válida.\n\nSi cambias de opinión, vuelve a registrarte en el sitio con este mismo correo.',
  alertConfirmSubject: 'Confirma tu aviso de {evento}',
  alertConfirmBody:
    'Hola:\n\nAlguien pidió con este correo un aviso para cuando abra el registro de {evento}. Si fuiste tú, confírmalo con el botón en las próximas 48 horas.\n\nTe escribimos una sola vez, cuando abra el registro, y después borramos tu correo.\n\nSi no fuiste tú, no hagas nada: tu correo se borra solo.',
  alertOpenSubject: 'Ya abrió el registro de {evento}',
  alertOpenBody:
    'Hola:\n\nYa puedes registrarte en {evento}. Es el {fecha}, en {lugar}.\n\nEste es el aviso que pediste. Es el único: con él borramos tu correo.',
  changedSubject: 'Cambio de fecha o lugar: {evento}',
  changedBody:
    'Hola, {nombre}:\n\nHubo un cambio: {evento} es el {fecha}, en {lugar}.\n\nTu registro sigue en pie y no hace falta que hagas nada. Si ya no puedes venir, cancela en tu página.',
  certificateSubject: 'Gracias por venir a {evento}: tu constancia',
  certificateBody:
    'Hola, {nombre}:\n\nGracias por ser parte de {evento}. Tu constancia ya está hecha: ábrela con el botón y descárgala en PDF.\n\nLas grabaciones de las charlas están aquí: {grabaciones}\n\nSi tu nombre no quedó bien escrito, corrígelo en tu página, una sola vez: {enlace}',
  'session-placeSubject': 'Tienes lugar en {sesiones} · {evento}',
  'session-placeBody':
    'Hola, {nombre}:\n\nTu lugar en {sesiones} está apartado.\n\nSi ya no puedes venir, quita la sesión en tu página para dar tu lugar a alguien más.',
  'session-waitingSubject': 'Estás en la lista de espera de {sesiones} · {evento}',
  'session-waitingBody':
    'Hola, {nombre}:\n\nLos lugares de {sesiones} están ocupados por ahora y te anotamos en la lista de espera. Si se libera uno, te avisamos por correo y es tuyo.\n\nEn tu página puedes elegir otra sesión o salir de la lista de espera.',
  'session-promotedSubject': 'Ya tienes lugar en {sesiones} · {evento}',
  'session-promotedBody':
    'Hola, {nombre}:\n\nSe liberó un lugar en {sesiones} y es tuyo.\n\nSi ya no puedes venir, quita la sesión en tu página para dar tu lugar a alguien más.',
  'session-lostSubject': 'Ya no estás en {sesiones} · {evento}',
  'session-lostBody':
    'Hola, {nombre}:\n\nYa no estás en la lista de {sesiones}: la sesión se canceló o el equipo organizador cambió la lista. Tu registro a {evento} no cambió por esto.\n\nEn tu página puedes elegir otra sesión.',
  reminderDays: 2,
}
