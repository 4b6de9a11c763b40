import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import { isAlertMail, type Placeholder, type SentKind, sessionMails } from '../../data/content/mail-texts.ts'
import type { MailText } from '../../data/mail/announcements.ts'
import type { FactChange } from '../../data/mail/event-facts.ts'
import type { RegistrationStatus } from '../../data/registrations/schema.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'

export type MailedEvent = {
  name: string
  /** `#rrggbb`, or empty for the usual colour. */
  accent: string
  start: string
  /** As yyyy-MM-dd. Empty for an event of one day. */
  lastDay: string
  /** End on the last day, as HH:mm. May be empty. */
  end: string
  location: string
  contactEmail: string
  recordingsUrl: string
  /** After this time (ISO 8601), seats of people who have not answered are given to others. */
  deadline: string | null
  timeZone: string
}

/**
 * `isNotStored` is true if the registration was refused because its e-mail is that of another person. Then `link` leads to the
 * registration form, otherwise to the person's own page.
 */
export type Addressee = {
  name: string
  link: string
  status: RegistrationStatus
  certificate?: string | undefined
  isNotStored?: boolean
  /** True if `link` leads to the questions on the person's page. */
  isAsked?: boolean
  /** For mails about seats in sessions. */
  sessions?: { title: string; when: string }[]
  /** The person who gives or gets a place, and until when an offer stands. */
  other?: { name: string; until?: string }
}

/** For somebody whose e-mail belongs to another registration. The mail does not name the other person. */
export const notStoredWords: MailText = {
  subject: 'Falta otro correo para registrarte en {evento}',
  body: 'Hola, {nombre}:\n\nTu registro a {evento} no quedó guardado: este correo ya es de otro registro, y cada persona necesita el suyo.\n\nPara apartar tu lugar, regístrate con otro correo.\n\nSi ya estabas en la lista y solo escribiste tu nombre de otra forma, no hace falta que hagas nada: tu registro sigue en pie. Si no fuiste tú quien llenó el formulario, puedes ignorar este correo.',
}

export type Piece = string | { href: string }

export type Message = {
  subject: string
  paragraphs: Piece[][]
  facts: { label: string; value: string }[]
  changes: { label: string; before: string; after: string }[]
  button: { label: string; href: string }
  answers?: { label: string; href: string }[]
  hasTicket: boolean
  footer: string
  optOut?: string | null
}

export function optOutOf(kind: SentKind, link: string): string | null {
  return kind === 'reminder' || kind === 'group' ? `${link}/recordatorios` : null
}

const buttons: Record<SentKind, string> = {
  confirmation: 'Ver mi entrada',
  already: 'Ver mi registro',
  recovered: 'Ver mi registro',
  waitlisted: 'Ver mi registro',
  promoted: 'Ver mi entrada',
  cancelled: 'Ver mi registro',
  cancelledByStaff: 'Ver mi registro',
  reminder: 'Ver mi entrada',
  ask: 'Ver mi entrada',
  unconfirmed: 'Sí voy',
  transfer: 'Ver y aceptar',
  passed: 'Ver mi registro',
  alertConfirm: 'Confirmar mi aviso',
  alertOpen: 'Registrarme',
  changed: 'Ver mi entrada',
  group: 'Ver mi registro',
  certificate: 'Ver mi constancia',
  'session-place': 'Ver mis sesiones',
  'session-waiting': 'Ver mis sesiones',
  'session-promoted': 'Ver mis sesiones',
  'session-lost': 'Ver mis sesiones',
}

function dateInWords({ start, timeZone }: Pick<MailedEvent, 'start' | 'timeZone'>): string {
  return format(new TZDate(start, timeZone), "EEEE d 'de' MMMM 'de' yyyy, HH:mm", { locale: es })
}

/** For a sentence: 'viernes 12 de marzo de 2027, a las 8:00'. */
function dateInSentence({ start, timeZone }: Pick<MailedEvent, 'start' | 'timeZone'>): string {
  const date = new TZDate(start, timeZone)
  const article = date.getHours() === 1 ? 'la' : 'las'
  return format(date, `EEEE d 'de' MMMM 'de' yyyy, 'a ${article}' H:mm`, { locale: es })
}

/** `start` is ISO 8601 in UTC, undefined while the event has no date. */
export const sessionTime = (start: string | undefined, timeZone: string): string =>
  start === undefined ? '' : `${capitalized(dateInWords({ start, timeZone }))} h`

function whenOf(event: MailedEvent): Message['facts'] {
  const { lastDay, end } = event
  const start = capitalized(dateInWords(event))
  if (!lastDay) return [{ label: 'Fecha', value: `${start}${end && ` a ${end}`} h` }]
  const day = format(new TZDate(`${lastDay}T12:00:00Z`, 'UTC'), "EEEE d 'de' MMMM 'de' yyyy", { locale: es })
  return [
    { label: 'Desde', value: `${start} h` },
    { label: 'Hasta', value: `${capitalized(day)}${end && `, ${end} h`}` },
  ]
}

const factNames: Record<FactChange['field'], string> = { eventDate: 'Fecha', endTime: 'Hora de fin', location: 'Lugar' }

function inWords({ field, before, after }: FactChange, { timeZone }: MailedEvent): Message['changes'][number] {
  const formatValue = (value: string) =>
    field === 'eventDate' ? `${capitalized(dateInWords({ start: value, timeZone }))} h` : oneLine(value) || 'por definir'
  return { label: factNames[field], before: formatValue(before), after: formatValue(after) }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function messageOf(
  kind: SentKind,
  words: MailText,
  event: MailedEvent,
  to: Addressee,
  changes: readonly FactChange[] = [],
): Message {
  const isWaiting = to.status === 'waitlisted' && !to.isNotStored
  const name = nameInMail(to.name)
  const ownLink = to.link.replace(/\/$/, '')
  const { sessions = [] } = to
  const limit = to.other?.until ?? event.deadline
  const shownLink = to.isAsked ? `${ownLink}#preguntas` : sessions.length > 0 ? `${ownLink}#sesiones` : to.link
  const values = {
    nombre: nameMark,
    evento: oneLine(event.name),
    fecha: dateInSentence(event),
    lugar: oneLine(event.location) || 'el lugar que anunciaremos',
    enlace: shownLink,
    grabaciones: event.recordingsUrl,
    limite: limit === null ? '' : `${dateInWords({ start: limit, timeZone: event.timeZone })} h`,
    quien: nameInMail(to.other?.name ?? ''),
    sesiones: sessionList.format(sessions.map(({ title }) => `«${oneLine(title)}»`)),
  }
  const isThanks = kind === 'certificate'
  return {
    subject: oneLine(fill(words.subject, values).replaceAll(nameMark, () => name)),
    paragraphs: words.body
      .split(/\n\s*\n/)
      .filter((paragraph) => event.recordingsUrl || !paragraph.includes('{grabaciones}'))
      .filter((paragraph) => limit || !paragraph.includes('{limite}'))
      .map((paragraph) => piecesOf(fill(paragraph, values), name)),
    facts: isThanks
      ? []
      : sessions.length > 0
        ? sessions.map(({ title, when }) => ({ label: oneLine(title), value: when }))
        : [
            ...whenOf(event),
            ...(event.location ? [{ label: 'Lugar', value: oneLine(event.location) }] : []),
            ...(isWaiting && kind !== 'waitlisted' ? [{ label: 'Tu registro', value: 'En lista de espera' }] : []),
          ],
    changes: changes.map((change) => inWords(change, event)),
    button: {
      label: to.isNotStored
        ? 'Registrarme con otro correo'
        : isWaiting && !isThanks && kind !== 'unconfirmed'
          ? 'Ver mi registro'
          : to.isAsked
            ? 'Contestar'
            : buttons[kind],
      href: (isThanks && to.certificate) || (kind === 'unconfirmed' && !to.isNotStored ? `${ownLink}/voy` : shownLink),
    },
    ...((kind === 'reminder' || kind === 'ask') && {
      answers: [
        { label: 'Voy', href: `${ownLink}/voy` },
        { label: 'Libero mi lugar', href: `${ownLink}/libero` },
      ],
    }),
    // The ticket's QR code contains the button's address. So a mail has a ticket only if its button leads to the person's page.
    hasTicket:
      !isThanks &&
      kind !== 'transfer' &&
      !isAlertMail(kind) &&
      !to.isAsked &&
      sessions.length === 0 &&
      !to.isNotStored &&
      to.status === 'registered' &&
      statusesForMail[kind].includes('registered'),
    optOut: optOutOf(kind, ownLink),
    footer: `Recibes este correo porque alguien ${causeOf(kind)} ${oneLine(event.name)}.`,
  }
}

function causeOf(kind: SentKind): string {
  if (kind === 'transfer') return 'escribió tu dirección para darte un lugar en'
  return isAlertMail(kind) ? 'escribió tu dirección para saber cuándo abre el registro de' : 'registró esta dirección en'
}

/** For test mails and previews. */
export function sampleDetails(kind: SentKind): Pick<Addressee, 'sessions' | 'other'> {
  if ((sessionMails as readonly SentKind[]).includes(kind))
    return { sessions: [{ title: 'Taller de ejemplo', when: 'A la hora de la sesión' }] }
  return kind === 'transfer' || kind === 'passed' ? { other: { name: 'Luis Pérez', until: new Date().toISOString() } } : {}
}

const sessionList = new Intl.ListFormat('es')

/** Stands for the recipient's name while links are searched in the text. */
const nameMark = '\uFFFF'

/** Replaces all placeholders in one pass, because a value may look like a placeholder. */
function fill(text: string, values: Record<Placeholder, string>): string {
  return text
    .replaceAll(nameMark, '')
    .replaceAll(/\{(nombre|evento|fecha|lugar|enlace|grabaciones|sesiones|limite|quien)\}/g, (_, key: Placeholder) =>
      key === 'nombre' ? nameMark : values[key].replaceAll(nameMark, ''),
    )
}

/** Inserts the name after finding the links, so that nothing in a name becomes a link. */
function piecesOf(text: string, name: string): Piece[] {
  return text.split(/(https?:\/\/[^\s<>"\uFFFF]+)/).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return [part.replaceAll(nameMark, () => name)]
    // Uses no regular expression, because it would backtrack on much trailing punctuation.
    let end = part.length
    while ('.,;:!?)'.includes(part[end - 1] ?? '')) end -= 1
    return [{ href: part.slice(0, end) }, part.slice(end)]
  })
}

const maxNameLength = 60

/** Breaks up text that mail programs would turn into links. */
export function nameInMail(typed: string): string {
  const name = oneLine(typed.normalize('NFKC').replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''))
    .replaceAll(/[:/\\@]+/g, ' ')
    .replaceAll(/[.。]+(?=\S)/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...name]
  return characters.length > maxNameLength
    ? `${characters
        .slice(0, maxNameLength - 1)
        .join('')
        .trimEnd()}…`
    : name
}

/** A line break in a mail's header would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
