import type { Content } from '../data/content/schema.ts'
import { addressOf } from './address.ts'
import { eventSpan } from './calendar.ts'

/** The event for search engines: https://developers.google.com/search/docs/appearance/structured-data/event */
export function eventData(
  content: Pick<Content, 'hero' | 'event' | 'speakers' | 'partners' | 'events'>,
  { origin, timeZone, image }: { origin: string; timeZone: string; image: string },
) {
  const { hero, event, speakers, partners } = content
  const { start, end } = eventSpan(content, timeZone)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: hero.title,
    description: hero.description,
    startDate: start,
    endDate: end,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: 'es',
    isAccessibleForFree: true,
    url: `${origin}/`,
    ...(image && { image: [origin + image] }),
    location: { '@type': 'Place', name: hero.location, address: { '@type': 'PostalAddress', ...addressOf(hero.location) } },
    offers: {
      '@type': 'Offer',
      price: 0,
      priceCurrency: 'GTQ',
      availability: 'https://schema.org/InStock',
      url: `${origin}/#registro`,
    },
    ...((event.organiser || event.contactEmail) && {
      organizer: {
        '@type': 'Organization',
        name: event.organiser || hero.title,
        ...(event.contactEmail && { email: event.contactEmail }),
      },
    }),
    // Left out where there are none: an empty list says nothing.
    ...(speakers.length > 0 && {
      performer: speakers.map(({ name, title, company }) => ({
        '@type': 'Person',
        name,
        ...(title && { jobTitle: title }),
        ...(company && { worksFor: { '@type': 'Organization', name: company } }),
      })),
    }),
    ...(partners.length > 0 && {
      sponsor: partners.map(({ name, website }) => ({ '@type': 'Organization', name, ...(website && { url: website }) })),
    }),
  }
}
