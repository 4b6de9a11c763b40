/** What a mail says: the organisers' texts with everything filled in. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { MailKind, MailTexts, Placeholder } from '../../data/content/mail-texts.ts'
import type { RegistrationStatus } from '../../data/registrations/schema.ts'
import { trueFor } from '../../data/registrations/set-status.ts'

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
  timeZone: string
}

/** To whom; `link` is the address of their own page. */
export type Addressee = { name: string; link: string; status: RegistrationStatus }

/** A mail in words, before it has a look. */
export type Message = {
  subject: string
  paragraphs: string[]
  facts: { label: string; value: string }[]
  button: { label: string; href: string }
  hasTicket: boolean
  footer: string
}

const buttons: Record<MailKind, string> = {
  confirmation: 'Ver mi entrada',
  already: 'Ver mi registro',
  waitlisted: 'Ver mi registro',
  promoted: 'Ver mi entrada',
  cancelled: 'Ver mi registro',
  reminder: 'Ver mi entrada',
  changed: 'Ver mi entrada',
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

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The mail of this kind to one person. */
export function messageOf(kind: MailKind, texts: MailTexts, event: MailedEvent, to: Addressee): Message {
  const isWaiting = to.status === 'waitlisted'
  const values = {
    nombre: oneLine(to.name),
    evento: oneLine(event.name),
    fecha: dateInWords(event),
    lugar: oneLine(event.location) || 'el lugar que anunciaremos',
    enlace: to.link,
  }
  return {
    subject: oneLine(fill(texts[`${kind}Subject`], values)),
    paragraphs: fill(texts[`${kind}Body`], values).split(/\n\s*\n/),
    facts: [
      ...whenOf(event),
      ...(event.location ? [{ label: 'Lugar', value: oneLine(event.location) }] : []),
      // The mail about it says so in its text.
      ...(isWaiting && kind !== 'waitlisted' ? [{ label: 'Tu registro', value: 'En lista de espera' }] : []),
    ],
    button: { label: isWaiting ? 'Ver mi registro' : buttons[kind], href: to.link },
    hasTicket: to.status === 'registered' && trueFor[kind].includes('registered'),
    footer: `Recibes este correo porque alguien registró esta dirección en ${oneLine(event.name)}.`,
  }
}

/** In one go: what somebody is called must not be taken for a placeholder. */
function fill(text: string, values: Record<Placeholder, string>): string {
  return text.replaceAll(/\{(nombre|evento|fecha|lugar|enlace)\}/g, (_, name: Placeholder) => values[name])
}

/** Without line breaks and other signs that nobody sees: in a header they would begin another one. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
