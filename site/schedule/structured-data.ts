import { addressIn, countryOf, type Venue } from '../../data/address.ts'
import type { Offer } from '../../data/content/places.ts'
import type { AgendaEvent, Content, PageSection, Scenario, Speaker } from '../../data/content/schema.ts'
import { eventSpan, sessionSpans } from '../../data/programme/spans.ts'

type EventContent = Pick<Content, 'hero' | 'event' | 'partners' | 'events' | 'scenarios'> & { speakers: Speaker[] }
/** `offer` is null if the page has no registration. Data of sections that are not in `sections` are left out. */
type Around = { origin: string; timeZone: string; image: string; offer: Offer['state'] | null; sections: readonly PageSection[] }

const modes = { offline: 'Offline', online: 'Online', mixed: 'Mixed' } as const

export const eventFields = ({ attendance }: Pick<Content['event'], 'attendance'>) => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: `https://schema.org/${modes[attendance]}EventAttendanceMode`,
  isAccessibleForFree: true,
})

export const personData = ({ name, title, company }: Pick<Speaker, 'name' | 'title' | 'company'>) => ({
  '@type': 'Person',
  name,
  ...(title && { jobTitle: title }),
  ...(company && { worksFor: { '@type': 'Organization', name: company } }),
})

/** Fields: https://developers.google.com/search/docs/appearance/structured-data/event */
export function eventData(content: EventContent, { origin, timeZone, image, offer, sections }: Around) {
  const { hero, event } = content
  const speakers = sections.includes('speakers') ? content.speakers : []
  const shownAs = { aliado: 'allies', patrocinador: 'sponsors' } as const
  const partners = content.partners.filter(({ category }) => sections.includes(shownAs[category]))
  const { start, end } = eventSpan(content, timeZone)
  const sessions = sections.includes('agenda') ? subEvents(content, timeZone) : []
  return {
    ...eventFields(event),
    name: hero.title,
    description: hero.description,
    startDate: start,
    endDate: end,
    inLanguage: languagesOf(content.events),
    url: `${origin}/`,
    ...(image && { image: [origin + image] }),
    location: placesOf(content, origin),
    ...(offer !== null &&
      !['closed', 'over'].includes(offer) && {
        offers: {
          '@type': 'Offer',
          price: 0,
          ...currencyOf(countryOf(content)),
          availability: `https://schema.org/${['full', 'waiting-list'].includes(offer) ? 'SoldOut' : 'InStock'}`,
          url: `${origin}/#registro`,
        },
      }),
    ...((event.organiser || event.contactEmail) && {
      organizer: {
        '@type': 'Organization',
        name: event.organiser || hero.title,
        url: `${origin}/`,
        ...(event.contactEmail && { email: event.contactEmail }),
      },
    }),
    ...(speakers.length > 0 && {
      performer: speakers.map(personData),
    }),
    ...(partners.length > 0 && {
      sponsor: partners.map(({ name, website }) => ({ '@type': 'Organization', name, ...(website && { url: website }) })),
    }),
    ...(sessions.length > 0 && { subEvent: sessions }),
  }
}

export function placesOf(content: Venue & Pick<EventContent, 'event'>, origin: string, room = '') {
  const { hero, event } = content
  const place = {
    '@type': 'Place',
    name: [room, hero.location].filter(Boolean).join(', '),
    address: { '@type': 'PostalAddress', ...addressIn(content) },
    ...(event.mapUrl && { hasMap: event.mapUrl }),
  }
  const online = { '@type': 'VirtualLocation', url: event.streamUrl || `${origin}/` }
  return { offline: place, online, mixed: [place, online] }[event.attendance]
}

function subEvents({ hero, event, events, scenarios, speakers }: EventContent, timeZone: string) {
  const spans = sessionSpans({ hero, event, events }, timeZone)
  const rooms = new Map(scenarios.map(({ id, name }: Scenario) => [id, name]))
  const names = new Map(speakers.map(({ id, name }) => [id, name]))
  return events.map(({ id, title, scenarioId, speakerIds }) => {
    const room = rooms.get(scenarioId)
    const performers = speakerIds.flatMap((speaker) => names.get(speaker) ?? [])
    return {
      '@type': 'Event',
      name: title,
      startDate: spans.get(id)?.start,
      endDate: spans.get(id)?.end,
      ...(event.attendance !== 'online' && { location: { '@type': 'Place', name: room ?? hero.location } }),
      ...(performers.length > 0 && { performer: performers.map((name) => ({ '@type': 'Person', name })) }),
    }
  })
}

const inLanguage = ['es', 'en'].map((code) => new Intl.DisplayNames(code, { type: 'language' }))
const languages = new Map(
  'es en pt fr it de ca eu gl quc kek cak mam ja zh ru he ar fa ko'
    .split(' ')
    .flatMap((code) =>
      [code, ...inLanguage.map((names) => names.of(code)?.toLowerCase() ?? code)].map((name) => [name, code] as const),
    ),
)

export function languagesOf(events: Pick<AgendaEvent, 'language'>[]): string | string[] | undefined {
  const written = events.map(({ language }) => language.trim().toLowerCase()).filter((language) => language !== '')
  const codes = [...new Set(written.flatMap((language) => languages.get(language) ?? []))]
  return codes.length > 1 ? codes : (codes[0] ?? (written.length === 0 ? 'es' : undefined))
}

/** Currencies (ISO 4217) by country, for Spanish-speaking countries and their neighbours. */
const currencies: Record<string, string> = {
  ...{ AR: 'ARS', BO: 'BOB', BR: 'BRL', BZ: 'BZD', CA: 'CAD', CL: 'CLP', CO: 'COP', CR: 'CRC', CU: 'CUP', DO: 'DOP', EC: 'USD' },
  ...{ ES: 'EUR', FR: 'EUR', GB: 'GBP', GQ: 'XAF', GT: 'GTQ', HN: 'HNL', MX: 'MXN', NI: 'NIO', PA: 'USD', PE: 'PEN', PR: 'USD' },
  ...{ PT: 'EUR', PY: 'PYG', SV: 'USD', US: 'USD', UY: 'UYU', VE: 'VES' },
}

/** Empty if the currency is unknown, because a wrong currency is worse than none. */
export const currencyOf = (country: string) => (Object.hasOwn(currencies, country) ? { priceCurrency: currencies[country] } : {})
