/** What a mail says: the organisers' texts with everything filled in. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { Placeholder, SentKind } from '../../data/content/mail-texts.ts'
import type { Words } from '../../data/mail/announcements.ts'
import type { FactChange } from '../../data/mail/event-facts.ts'
import type { RegistrationStatus } from '../../data/registrations/schema.ts'
import { statusesForMail } from '../../data/registrations/set-status.ts'

/** The event as mails name it; `contactEmail` may be empty. */
export type MailedEvent = {
  name: string
  /** ISO 8601. */
  start: string
  /** yyyy-MM-dd; empty where it ends on the day on which it starts. */
  lastDay: string
  /** The hour at which it ends on its last day (HH:mm); may be empty. */
  end: string
  location: string
  contactEmail: string
  /** Where the recordings are; may be empty. */
  recordingsUrl: string
  timeZone: string
}

/**
 * To whom; `link` is the address of their own page, `certificate` that of their constancia. `isNotStored`: they tried to register with
 * an e-mail that somebody of another name has, and `link` leads to the form.
 */
export type Addressee = {
  name: string
  link: string
  status: RegistrationStatus
  certificate?: string | undefined
  isNotStored?: boolean
}

/** What somebody is told who was not registered, because another person has the e-mail. It does not say who. */
export const notStoredWords: Words = {
  subject: 'Falta otro correo para registrarte en {evento}',
  body: 'Hola, {nombre}:\n\nTu registro a {evento} no quedó guardado: este correo ya es de otro registro, y cada persona necesita el suyo.\n\nPara apartar tu lugar, regístrate con otro correo.\n\nSi ya estabas en la lista y solo escribiste tu nombre de otra forma, no hace falta que hagas nada: tu registro sigue en pie. Si no fuiste tú quien llenó el formulario, puedes ignorar este correo.',
}

/** A part of a text: words, or an address to follow. */
export type Piece = string | { href: string }

/** A mail in words, before it has a look. */
export type Message = {
  subject: string
  paragraphs: Piece[][]
  facts: { label: string; value: string }[]
  /** What people knew otherwise. */
  changes: { label: string; before: string; after: string }[]
  button: { label: string; href: string }
  /** What a reminder asks: each leads to a page with one button. */
  answers?: { label: string; href: string }[]
  hasTicket: boolean
  footer: string
  /** Where one stops reminders and mails to groups; left out in mails that nobody can do without. */
  wayOut?: string | null
}

/** Where a person stops mails of this kind by one click; null for those that nobody can do without. */
export function wayOutOf(kind: SentKind, link: string): string | null {
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
  changed: 'Ver mi entrada',
  group: 'Ver mi registro',
  certificate: 'Ver mi constancia',
}

/** The instant in words, such as 'jueves 20 de noviembre de 2025, 07:00'. */
function dateInWords({ start, timeZone }: Pick<MailedEvent, 'start' | 'timeZone'>): string {
  return format(new TZDate(start, timeZone), "EEEE d 'de' MMMM 'de' yyyy, HH:mm", { locale: es })
}

/** From when to when, in the facts of a mail. */
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

/** What was and what is. */
function inWords({ field, before, after }: FactChange, { timeZone }: MailedEvent): Message['changes'][number] {
  const shown = (value: string) =>
    field === 'eventDate' ? `${capitalized(dateInWords({ start: value, timeZone }))} h` : oneLine(value) || 'por definir'
  return { label: factNames[field], before: shown(before), after: shown(after) }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The mail of this kind to one person, in these words; `changes` are what it tells of. */
export function messageOf(
  kind: SentKind,
  words: Words,
  event: MailedEvent,
  to: Addressee,
  changes: readonly FactChange[] = [],
): Message {
  const isWaiting = to.status === 'waitlisted' && !to.isNotStored
  const name = nameInMail(to.name)
  const values = {
    nombre: nameMark,
    evento: oneLine(event.name),
    fecha: dateInWords(event),
    lugar: oneLine(event.location) || 'el lugar que anunciaremos',
    enlace: to.link,
    grabaciones: event.recordingsUrl,
  }
  const ownLink = to.link.replace(/\/$/, '')
  const isThanks = kind === 'certificate'
  return {
    subject: oneLine(fill(words.subject, values).replaceAll(nameMark, () => name)),
    paragraphs: words.body
      .split(/\n\s*\n/)
      .filter((paragraph) => event.recordingsUrl || !paragraph.includes('{grabaciones}'))
      .map((paragraph) => piecesOf(fill(paragraph, values), name)),
    // When and where it is helps nobody who was there.
    facts: isThanks
      ? []
      : [
          ...whenOf(event),
          ...(event.location ? [{ label: 'Lugar', value: oneLine(event.location) }] : []),
          // The mail about it says so in its text.
          ...(isWaiting && kind !== 'waitlisted' ? [{ label: 'Tu registro', value: 'En lista de espera' }] : []),
        ],
    changes: changes.map((change) => inWords(change, event)),
    button: {
      label: to.isNotStored ? 'Registrarme con otro correo' : isWaiting && !isThanks ? 'Ver mi registro' : buttons[kind],
      href: (isThanks && to.certificate) || to.link,
    },
    ...(kind === 'reminder' && {
      answers: [
        { label: 'Voy', href: `${ownLink}/voy` },
        { label: 'Libero mi lugar', href: `${ownLink}/libero` },
      ],
    }),
    hasTicket: !isThanks && !to.isNotStored && to.status === 'registered' && statusesForMail[kind].includes('registered'),
    wayOut: wayOutOf(kind, ownLink),
    footer: `Recibes este correo porque alguien registró esta dirección en ${oneLine(event.name)}.`,
  }
}

/** Stands for the name until links are made. Nobody types it, for it is no character. */
const nameMark = '\uFFFF'

/** In one go: what stands for something may hold what looks like a placeholder. */
function fill(text: string, values: Record<Placeholder, string>): string {
  return text
    .replaceAll(nameMark, '')
    .replaceAll(/\{(nombre|evento|fecha|lugar|enlace|grabaciones)\}/g, (_, key: Placeholder) =>
      key === 'nombre' ? nameMark : values[key].replaceAll(nameMark, ''),
    )
}

/** Web addresses that the organisers wrote are links. The name is put in afterwards: nothing in it becomes one, or part of one. */
function piecesOf(text: string, name: string): Piece[] {
  return text.split(/(https?:\/\/[^\s<>"\uFFFF]+)/).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return [part.replaceAll(nameMark, () => name)]
    // What ends a sentence behind an address is no part of it. Not by the pattern, which would go back over it.
    let end = part.length
    while ('.,;:!?)'.includes(part[end - 1] ?? '')) end -= 1
    return [{ href: part.slice(0, end) }, part.slice(end)]
  })
}

const longestName = 60

/**
 * What a visitor typed as their name, as it stands in a mail: it may be anything, to anybody's address. At most 60 characters, and
 * what mail programs take for an address by themselves is broken up.
 */
export function nameInMail(typed: string): string {
  const name = oneLine(typed.normalize('NFKC').replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''))
    .replaceAll(/[:/\\@]+/g, ' ')
    .replaceAll(/[.。]+(?=\S)/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...name]
  return characters.length > longestName
    ? `${characters
        .slice(0, longestName - 1)
        .join('')
        .trimEnd()}…`
    : name
}

/** Without line breaks and other signs that nobody sees: in a header they would begin another one. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
