import { slugFrom } from '../../data/content/slugs.ts'
import { memoCache } from '../../data/memo.ts'
import { profileLinks } from '../text/text.ts'
import {
  asHours,
  type ExportedDay,
  type ExportedPerson,
  type ExportedTalk,
  linkTitles,
  type Programme,
  types,
  versionOf,
} from './programme.ts'

/** pretalx's format: https://c3voc.de/schedule/schema.json */
export function scheduleJson(programme: Programme): string {
  const { title, acronym, origin, timeZone, rooms, tracks, days } = programme
  const head = {
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
  }
  const withoutUrls = arrayText(days.map((day, index) => dayOf(day, index, programme, 'withoutUrls')))
  const version = versionOf(JSON.stringify([head.rooms, head.tracks]) + withoutUrls)
  const schedule = { url: `${origin}/schedule.json`, version, base_url: origin }
  const generator = { name: 'conferencia', version: '1' }
  const complete = arrayText(days.map((day, index) => dayOf(day, index, programme, 'complete')))
  return withMore(
    { $schema: 'https://c3voc.de/schedule/schema.json', generator },
    { schedule: withMore(schedule, { conference: withMore(head, { days: complete }) }) },
  )
}

const arrayText = (texts: string[]) => `[${texts.join()}]`

const withMore = (object: object, fields: Record<string, string>) =>
  `${JSON.stringify(object).slice(0, -1)},${fieldsOf(Object.entries(fields))}}`

const fieldsOf = (fields: [string, string][]) => fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()

function dayOf(
  { day, start, end, talks }: ExportedDay,
  index: number,
  { rooms, origin }: Programme,
  how: keyof TalkTexts,
): string {
  const names = [...new Set(rooms.map(({ name }) => name))]
  const inRooms = names.flatMap((name): [string, string][] => {
    const inRoom = talks.filter(({ room }) => room.name === name)
    return inRoom.length > 0 ? [[name, arrayText(inRoom.map((talk) => textsOf(talk, origin)[how]))]] : []
  })
  return withMore({ index: index + 1, date: day, day_start: start, day_end: end }, { rooms: `{${fieldsOf(inRooms)}}` })
}

/** The schedule's version is a hash of `withoutUrls`, so that a new address of the site does not change it. */
type TalkTexts = { complete: string; withoutUrls: string }

const cached = memoCache<ExportedTalk, TalkTexts>()

const textsOf = (talk: ExportedTalk, origin: string): TalkTexts =>
  cached(talk, [origin], () => {
    const event = eventOf(talk, origin)
    return { complete: JSON.stringify(event), withoutUrls: JSON.stringify(event, omitUrls) }
  })

const omitUrls = (key: string, value: unknown) => (key === 'url' || key === 'avatar' ? undefined : value)

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
    links: linkOf(linkTitles.recording, talk.recordingUrl),
    attachments: linkOf(linkTitles.slides, talk.slidesUrl),
  }
}

const linkOf = (title: string, url: string) => (url === '' ? [] : [{ type: 'related', title, url }])

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
    links: profileLinks(person, 'X').map(({ label, url }) => ({ type: 'related', title: label, url })),
  }
}
