/** Structured data (https://schema.org) of talks and speakers. */
import { countryOf } from '../../data/address.ts'
import type { SpeakerPage, SpeakerSummary, Surroundings, TalkPage } from '../../data/programme/item-pages.ts'
import { plainText } from '../text/prose.ts'
import { mediaUrl, profileLinks } from '../text/text.ts'
import { currencyOf, eventFields, languagesOf, personData, placesOf } from './structured-data.ts'

type Site = { origin: string }

/** Search engines and messengers cut longer descriptions. */
const maxDescriptionLength = 300

export function inBrief(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim()
  if (line.length <= maxDescriptionLength) return line
  const end = line.lastIndexOf(' ', maxDescriptionLength)
  return `${line.slice(0, end > 0 ? end : maxDescriptionLength)}…`
}

export const sentenceOf = ({ speakers }: Pick<TalkPage, 'speakers'>, { hero }: Surroundings) =>
  [speakers.map(({ name }) => name).join(', '), hero.title].filter(Boolean).join(' · ')

const talkPath = ({ slug }: { slug: string }) => `/charlas/${slug}`

export function talkData(talk: TalkPage, around: Surroundings, { origin }: Site) {
  const { hero, event, isOver } = around
  return {
    ...eventFields(event),
    name: talk.title,
    description: inBrief(talk.description) || sentenceOf(talk, around),
    startDate: talk.starts,
    endDate: talk.ends,
    inLanguage: languagesOf([talk]),
    url: origin + talkPath(talk),
    image: [`${origin}${talkPath(talk)}.png`],
    location: placesOf(around, origin, talk.room),
    organizer: { '@type': 'Organization', name: event.organiser || hero.title, url: `${origin}/` },
    ...(talk.speakers.length > 0 && { performer: talk.speakers.map((speaker) => person(speaker, origin)) }),
    ...(!isOver && {
      offers: { '@type': 'Offer', price: 0, ...currencyOf(countryOf(around)), url: `${origin}/#registro` },
    }),
    superEvent: {
      '@type': 'Event',
      name: hero.title,
      url: `${origin}/`,
      startDate: hero.eventDate,
      location: placesOf(around, origin),
    },
  }
}

export function speakerData(speaker: SpeakerPage, around: Surroundings, { origin }: Site) {
  const { bio, talks } = speaker
  const profiles = profileLinks(speaker)
    .map(({ url }) => url)
    .filter((url) => /^https?:/.test(url))
  return {
    '@context': 'https://schema.org',
    ...person(speaker, origin),
    ...(bio && { description: inBrief(bio) }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(talks.length > 0 && {
      performerIn: talks.map(({ slug, title, room }) => ({
        '@type': 'Event',
        name: title,
        url: `${origin}/charlas/${slug}`,
        location: placesOf(around, origin, room),
      })),
    }),
  }
}

const person = ({ slug, image, ...speaker }: SpeakerSummary, origin: string) => ({
  ...personData(speaker),
  ...(slug && { url: `${origin}/speakers/${slug}` }),
  ...(image && { image: new URL(mediaUrl(image), origin).href }),
})
