import type { Link } from '../../data/content/schema.ts'
import { slugFrom } from '../../data/content/slugs.ts'
import { asHours, type ExportedPerson, type ExportedTalk, type Programme, types, versionOf } from './programme.ts'

/** The programme as pretalx's `schedule.json` says it (https://c3voc.de/schedule/schema.json). */
export function scheduleJson(programme: Programme): string {
  const { title, acronym, origin, timeZone, rooms, tracks, days } = programme
  const conference = {
    acronym,
    title,
    start: days[0]?.day ?? '',
    end: days.at(-1)?.day ?? '',
    daysCount: days.length,
    timeslot_duration: '00:05',
    time_zone_name: timeZone,
    url: `${origin}/`,
    rooms: rooms.map(({ guid, name, description }) => ({
      name,
      slug: slugFrom(name) || guid,
      guid,
      description: description || null,
      capacity: null,
    })),
    tracks: tracks.map((name, index) => ({ name, slug: slugFrom(name) || `tema-${index + 1}` })),
    days: days.map(({ day, start, end, talks }, index) => ({
      index: index + 1,
      date: day,
      day_start: start,
      day_end: end,
      rooms: Object.fromEntries(
        rooms.flatMap(({ name }) => {
          const inRoom = talks.filter(({ room }) => room.name === name)
          return inRoom.length > 0 ? [[name, inRoom.map((talk) => eventOf(talk, origin))]] : []
        }),
      ),
    })),
  }
  const version = versionOf(JSON.stringify([conference.rooms, conference.tracks, conference.days], withoutAddresses))
  const schedule = { url: `${origin}/schedule.json`, version, base_url: origin, conference }
  const generator = { name: 'conferencia', version: '1' }
  return JSON.stringify({ $schema: 'https://c3voc.de/schedule/schema.json', generator, schedule })
}

/** Addresses are of this site: the same programme is the same on another. */
const withoutAddresses = (key: string, value: unknown) => (key === 'url' || key === 'avatar' ? undefined : value)

function eventOf(talk: ExportedTalk, origin: string) {
  const { guid, number, code, item, title, room, date, duration, persons } = talk
  return {
    guid,
    code,
    id: number,
    logo: null,
    date,
    start: talk.startTime,
    duration: asHours(duration),
    room: room.name,
    slug: talk.slug || code.toLowerCase(),
    url: talk.slug ? `${origin}/charlas/${talk.slug}` : `${origin}/#evento-${item}`,
    title,
    subtitle: '',
    track: talk.track || null,
    type: talk.isPlenary ? types.plenary : types.talk,
    language: talk.language || null,
    abstract: talk.description,
    description: null,
    recording_license: '',
    do_not_record: false,
    persons: persons.map((person) => personOf(person, origin)),
    links: [],
    attachments: [],
  }
}

function personOf(person: ExportedPerson, origin: string) {
  const { guid, code, item, name, image, bio, title, company } = person
  return {
    code,
    guid,
    name,
    public_name: name,
    avatar: image === '' ? null : (URL.parse(image, `${origin}/`)?.href ?? null),
    biography: bio || null,
    url: person.slug ? `${origin}/speakers/${person.slug}` : `${origin}/#speaker-${item}`,
    position: title,
    company,
    links: linksOf(person).map(({ label, url }) => ({ type: 'related', title: label, url })),
  }
}

const linksOf = ({ linkedinUrl, twitterUrl, links }: ExportedPerson): Link[] =>
  [{ label: 'LinkedIn', url: linkedinUrl }, { label: 'X', url: twitterUrl }, ...links].filter(({ url }) => url !== '')
