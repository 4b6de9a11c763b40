import { endPastMidnight } from '../clock-time.ts'
import { sectionDefaults } from '../content/defaults.ts'
import type { CollectionKey, Content, ContentKey } from '../content/schema.ts'
import { type Dimensions, type ImageKind, imageKinds } from '../image-kinds.ts'
import { collisionSentence } from '../programme/collision-sentence.ts'
import { collisionsIn } from '../programme/collisions.ts'
import { daysOf, lastDayOf } from '../programme/days.ts'
import { publicContent } from '../programme/public-content.ts'
import { timelineOf } from '../programme/timeline.ts'
import { dayMs } from '../time.ts'
import type { LogoBackground } from '../uploads.ts'
import { clockTimeOf, dayAfter, dayOf } from '../zone.ts'
import { isUnkeptPromise } from './mail-promise.ts'
import { sampleClaims } from './sample-claims.ts'

/** `isSample` marks findings about initial content that nobody changed. */
export type Finding = {
  level: 'error' | 'warning'
  section: ContentKey
  id?: string
  field?: string
  message: string
  /** A change of the section that corrects the finding. */
  fix?: { label: string; change: Record<string, string> }
  isSample?: true
}

export type ReviewFacts = {
  timeZone: string
  /** Unix milliseconds */
  now: number
  sendsMail: boolean
  /** Sizes by the picture's address. Null if the size is unknown, as for an SVG. */
  pictures: ReadonlyMap<string, Dimensions | null | 'missing'>
  backgrounds: ReadonlyMap<string, LogoBackground>
  /** Returns false for broken links. Links to other sites count as working. */
  leadsSomewhere: (address: string) => boolean
}

export function review(content: Content, facts: ReviewFacts): Finding[] {
  const findings = [
    ...sampleFindings(content, facts.timeZone),
    ...dateFindings(content, facts),
    ...startFindings(content, facts.timeZone),
    ...figureFindings(content, facts.timeZone),
    ...mailFindings(content, facts),
    ...altFindings(content),
    ...speakerFindings(content),
    ...talkFindings(content, facts.timeZone),
    ...roomFindings(content),
    ...collisionFindings(content, facts.timeZone),
    ...dayFindings(content, facts.timeZone),
    ...pictureFindings(content, facts),
    ...linkFindings(content, facts),
  ]
  return [...findings.filter(({ level }) => level === 'error'), ...findings.filter(({ level }) => level === 'warning')]
}

const warning = (section: ContentKey, field: string, message: string, id?: string): Finding => ({
  level: 'warning',
  section,
  ...(id !== undefined && { id }),
  field,
  message,
})

const wrong = (...args: Parameters<typeof warning>): Finding => ({ ...warning(...args), level: 'error' })

function sampleFindings(content: Content, timeZone: string): Finding[] {
  return sampleClaims(content).map(({ section, field, text, more }) => {
    const claim = field === 'eventDate' ? inWords(dayOf(timeZone, text)) : text
    const others = more > 0 ? ` y ${more} más de ejemplo` : ', que es de ejemplo'
    return { ...warning(section, field, `Tu página todavía dice «${claim}»${others}.`), isSample: true }
  })
}

const dates = new Intl.DateTimeFormat('es', { timeZone: 'UTC', dateStyle: 'long' })

const inWords = (day: string) => dates.format(Date.parse(`${day}T12:00:00Z`))

const isOwnDate = ({ hero }: Pick<Content, 'hero'>) => hero.eventDate !== sectionDefaults.hero.eventDate

function dateFindings(content: Content, { timeZone, now }: ReviewFacts): Finding[] {
  const { hero, event, places } = content
  if (!isOwnDate(content)) return []
  const day = dayOf(timeZone, hero.eventDate)
  const year = day.slice(0, 4)
  const yearsInName = [...event.name.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([text]) => text)
  const last = timelineOf(publicContent(content, timeZone), timeZone).days.at(-1)
  return [
    ...(last && last.ends < now ? [pastFinding(day, now - last.ends)] : []),
    ...(yearsInName.length > 0 && !yearsInName.includes(year)
      ? [wrong('event', 'name', `La conferencia se llama «${event.name}» y su fecha es de ${year}.`)]
      : []),
    ...(places.opensAt !== '' && last && Date.parse(places.opensAt) > last.ends
      ? [wrong('places', 'opensAt', 'El registro abre cuando la conferencia ya terminó.')]
      : []),
    ...(places.closesAt !== '' && Date.parse(places.closesAt) < now && last && last.starts > now
      ? [warning('places', 'closesAt', 'El registro ya cerró y la conferencia todavía no empieza.')]
      : []),
  ]
}

/** Returns a warning in the first 90 days after the event, and an error after them. */
function pastFinding(day: string, ms: number): Finding {
  const message = `La fecha de la conferencia ya pasó: ${inWords(day)}.`
  const next = 'Cuando sea la hora de la siguiente, empieza en Ajustes, Ediciones.'
  return ms < 90 * dayMs ? warning('hero', 'eventDate', `${message} ${next}`) : wrong('hero', 'eventDate', message)
}

/** Reports a conference start before the first talk, such as the default start. A talk before the start has a finding of its own. */
function startFindings(content: Content, timeZone: string): Finding[] {
  const { hero, events } = content
  const eventDay = dayOf(timeZone, hero.eventDate)
  const ofDay = events.filter(({ isActive, day }) => isActive && (day || eventDay) === eventDay)
  const [first] = ofDay.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  const start = clockTimeOf(timeZone, hero.eventDate)
  if (!isOwnDate(content) || !first || first.startTime <= start) return []
  const message = `La conferencia empieza a las ${start}, y lo primero de la agenda, «${first.title}», a las ${first.startTime}.`
  return [{ ...warning('event', 'startTime', message), fix: startingAt(first.startTime) }]
}

const startingAt = (startTime: string) => ({ label: `Empezar a las ${startTime}`, change: { startTime } })

/** Compares figures such as '1 Día de evento' with the agenda. */
function figureFindings({ about, layout, hero, events }: Content, timeZone: string): Finding[] {
  if (layout.sections.some(({ key, isVisible }) => key === 'figures' && !isVisible)) return []
  const visibleEvents = events.filter(({ isActive }) => isActive)
  const days = daysOf(visibleEvents, dayOf(timeZone, hero.eventDate)).length
  return (['stat1', 'stat2'] as const).flatMap((figure) => {
    const [number, label] = [about[`${figure}Number`].trim(), about[`${figure}Label`].trim()]
    if (days === 0 || !/^\d+$/.test(number) || !/^d[ií]as?(?!\p{L})/u.test(label.toLowerCase()) || Number(number) === days)
      return []
    const right = label.replace(/^(d[ií]a)s?/i, days === 1 ? '$1' : '$1s')
    const message = `La página dice «${number} ${label}», y la agenda tiene ${days === 1 ? 'un día' : `${days} días`}.`
    const change = { [`${figure}Number`]: String(days), [`${figure}Label`]: right }
    return [{ ...warning('about', `${figure}Number`, message), fix: { label: `Poner «${days} ${right}»`, change } }]
  })
}

/** More than this number of similar findings become one, which has their number and leads to the first. */
const maxAlike = 3

function together(findings: Finding[], inWords: (count: number) => string): Finding[] {
  const [first] = findings
  return first && findings.length > maxAlike ? [{ ...first, message: inWords(findings.length) }] : findings
}

function mailFindings({ registrationForm, event }: Content, { sendsMail }: ReviewFacts): Finding[] {
  if (sendsMail) return []
  const fields = Object.keys(registrationForm) as (keyof typeof registrationForm)[]
  return fields
    .filter((field) => isUnkeptPromise(field, registrationForm[field], event.name))
    .map((field) =>
      wrong('registrationForm', field, `«${registrationForm[field]}» habla de un correo, y este sitio no envía ninguno.`),
    )
}

function altFindings({ about }: Content): Finding[] {
  if (about.imageUrl === '' || about.imageAlt !== '') return []
  return [warning('about', 'imageAlt', 'La imagen de About no tiene texto alternativo: quien no la ve no sabe qué muestra.')]
}

function speakerFindings({ speakers, events }: Content): Finding[] {
  const speaking = new Set(events.filter(({ isActive }) => isActive).flatMap(({ speakerIds }) => speakerIds))
  if (speaking.size === 0) return []
  const findings = speakers
    .filter(({ id, isActive }) => isActive && !speaking.has(id))
    .map(({ id, name }) => warning('speakers', 'name', `${name} no tiene ninguna charla.`, id))
  return together(findings, (count) => `${count} speakers no tienen ninguna charla.`)
}

function talkFindings({ hero, event, events, speakers }: Content, timeZone: string): Finding[] {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const hiddenSpeakers = new Map(speakers.filter(({ isActive }) => !isActive).map(({ id, name }) => [id, name]))
  const visibleEvents = events.filter(({ isActive }) => isActive)
  const lastDay = lastDayOf(visibleEvents, eventDay)
  const closing = endPastMidnight(event.startTime, event.endTime)
  const undescribed = visibleEvents
    .filter(({ description, speakerIds, isPlenary }) => description === '' && (speakerIds.length > 0 || !isPlenary))
    .map(({ id, title }) => warning('events', 'description', `«${title}» no tiene descripción.`, id))
  const others = visibleEvents.flatMap((talk) => {
    const { id, title, startTime, endTime, speakerIds } = talk
    const day = talk.day || eventDay
    const hidden = speakerIds.flatMap((speakerId) => hiddenSpeakers.get(speakerId) ?? [])
    const isBeforeAll = isOwnDate({ hero }) && day < eventDay
    const isEarly = day === eventDay && isOwnDate({ hero }) && startTime < clockTimeOf(timeZone, hero.eventDate)
    const isLate = day === lastDay && closing !== '' && (endPastMidnight(startTime, endTime) || startTime) > closing
    return [
      ...(isBeforeAll ? [wrong('events', 'day', `«${title}» es el ${inWords(day)}, antes del día de la conferencia.`, id)] : []),
      ...(isEarly ? [wrong('events', 'startTime', `«${title}» empieza antes que la conferencia: ${startTime}.`, id)] : []),
      ...(isLate
        ? [wrong('events', 'endTime', `«${title}» termina después que la conferencia: ${endTime || startTime}.`, id)]
        : []),
      ...(hidden.length > 0
        ? [warning('events', 'speakerIds', `«${title}» se ve sin ${hidden.join(', ')}: ${hiddenCards(hidden.length)}.`, id)]
        : []),
    ]
  })
  return [...others, ...together(undescribed, (count) => `${count} charlas no tienen descripción.`)]
}

const hiddenCards = (count: number) => (count === 1 ? 'su ficha está oculta' : 'sus fichas están ocultas')

function roomFindings({ events, scenarios }: Content): Finding[] {
  return scenarios
    .filter(({ isActive }) => !isActive)
    .flatMap(({ id, name }) => {
      const [first, ...others] = events.filter((talk) => talk.isActive && !talk.isPlenary && talk.scenarioId === id)
      if (!first) return []
      const unseen = others.length === 0 ? `no se ve «${first.title}»` : `no se ven sus ${others.length + 1} eventos`
      return [warning('scenarios', 'isActive', `El escenario «${name}» está oculto: ${unseen}.`, id)]
    })
}

function collisionFindings({ hero, events, scenarios, speakers }: Content, timeZone: string): Finding[] {
  const reportedIds = new Set<string>()
  const byId = new Map(events.map((event) => [event.id, event]))
  return [...collisionsIn(events, dayOf(timeZone, hero.eventDate))].flatMap(([id, collisions]) => {
    reportedIds.add(id)
    const event = byId.get(id)
    const [first, ...others] = collisions.filter((collision) => !reportedIds.has(collision.with.id))
    if (!event || !first) return []
    const sentence = collisionSentence(event, first, scenarios, speakers)
    const more = others.length > 0 ? ` Y con ${others.length} más.` : ''
    return [wrong('events', 'startTime', `«${event.title}» ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${more}`, id)]
  })
}

function dayFindings({ hero, events }: Content, timeZone: string): Finding[] {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const used = daysOf(
    events.filter(({ isActive }) => isActive),
    eventDay,
  ).map(({ day }) => day)
  if (used.length === 0) return []
  // The default date is not reported as a day without sessions.
  const first = isOwnDate({ hero }) ? [eventDay] : []
  const marked = [...new Set([...first, ...used])].toSorted()
  const empty = first.filter((day) => !used.includes(day)).map((day) => [day, day] as const)
  const gaps = marked.slice(1).flatMap((day, index) => {
    const [from, to] = [dayAfter(marked[index] ?? day, 1), dayAfter(day, -1)]
    return from <= to ? [[from, to] as const] : []
  })
  return [...empty, ...gaps].map(([from, to]) =>
    warning(
      'events',
      'day',
      from === to ? `El ${inWords(from)} no hay charlas.` : `Del ${inWords(from)} al ${inWords(to)} no hay charlas.`,
    ),
  )
}

type Pictured = { section: ContentKey; id?: string; field: string; address: string; kind: ImageKind | null; what: string }

export function picturesIn({ hero, about, speakers, partners, look, certificates }: Content): Pictured[] {
  const pictureOf = (section: ContentKey, field: string, address: string, kind: ImageKind | null, what: string, id?: string) =>
    address === '' ? [] : [{ section, field, address, kind, what, ...(id !== undefined && { id }) }]
  return [
    ...pictureOf('hero', 'backgroundImage', hero.backgroundImage, null, 'La imagen de fondo'),
    ...pictureOf('hero', 'headerLogo', hero.headerLogo, 'header-logo', 'El logo del encabezado'),
    ...pictureOf('hero', 'heroLogo', hero.heroLogo, 'hero-logo', 'El logo principal'),
    ...pictureOf('about', 'imageUrl', about.imageUrl, 'about-image', 'La imagen de About'),
    ...pictureOf('look', 'cover', look.cover, 'cover', 'La portada'),
    ...speakers
      .filter(({ isActive }) => isActive)
      .flatMap(({ id, name, image }) => pictureOf('speakers', 'image', image, 'speaker-photo', `La foto de ${name}`, id)),
    ...partners
      .filter(({ isActive }) => isActive)
      .flatMap(({ id, name, logo }) => pictureOf('partners', 'logo', logo, 'partner-logo', `El logo de ${name}`, id)),
    ...certificates.signatures.flatMap(({ name, image }) =>
      pictureOf('certificates', 'signatures', image, 'signature', `La firma de ${name || 'una constancia'}`),
    ),
  ]
}

function pictureFindings(content: Content, { pictures, backgrounds }: ReviewFacts): Finding[] {
  const sizes = picturesIn(content).flatMap(({ section, field, address, kind, what, id }) => {
    const size = pictures.get(address)
    const o = what.startsWith('El ') ? 'o' : 'a'
    if (section === 'certificates' && !address.startsWith('/public-objects/'))
      return [wrong(section, field, `${what} no es un archivo subido aquí y no sale en las constancias: súbela.`)]
    if (size === 'missing') return [wrong(section, field, `${what} ya no está en el servidor: súbel${o} de nuevo.`, id)]
    const recommended = kind && imageKinds[kind].recommended
    // One side of the recommended size is enough, because a logo may be high or wide.
    if (!size || !recommended || size.width >= recommended.width || size.height >= recommended.height) return []
    const sentence = `${what} es pequeñ${o} y se verá borros${o}: ${size.width}×${size.height} px, mejor ${recommended.width}×${recommended.height}.`
    return [warning(section, field, sentence, id)]
  })
  const lost = content.partners.flatMap(({ id, name, logo, background, isActive }) => {
    const needed = backgrounds.get(logo)
    if (!isActive || background === 'auto' || !needed || needed === background) return []
    const chosen = background === 'light' ? 'claro' : 'oscuro'
    return [warning('partners', 'background', `El logo de ${name} casi no se distingue sobre el fondo ${chosen}.`, id)]
  })
  return [...sizes, ...lost]
}

const listKeys = ['speakers', 'scenarios', 'events', 'partners', 'info'] as const satisfies CollectionKey[]

const addressesIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([address]) => address.replace(/[.,;:!?]+$/, ''))

function linkFindings(content: Content, { leadsSomewhere }: ReviewFacts): Finding[] {
  const broken = (section: ContentKey, value: object, id?: string) =>
    Object.entries(value).flatMap(([field, part]) =>
      textsIn(part)
        .flatMap(addressesIn)
        .filter((address) => !leadsSomewhere(address))
        .map((address) => wrong(section, field, `Este enlace no lleva a ninguna parte de la página: ${address}`, id)),
    )
  const { hero, event, about, benefits, segments, registrationForm, privacy, mailTexts } = content
  const sections = { hero, event, about, benefits, segments, registrationForm, privacy, mailTexts }
  return [
    ...Object.entries(sections).flatMap(([key, value]) => broken(key as ContentKey, value)),
    ...listKeys.flatMap((key) =>
      (content[key] as readonly (object & { id: string; isActive: boolean })[])
        .filter(({ isActive }) => isActive)
        .flatMap((item) => broken(key, item, item.id)),
    ),
  ]
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
