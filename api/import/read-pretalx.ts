import { z } from 'zod'
import { type SourceFile, type SourceRoom, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { drafts, unscheduled } from './messages.ts'
import { arranged, isBreak, isPlenaryType, realRoom } from './talks.ts'
import { inOneLanguage, joined, plainFromHtml } from './texts.ts'
import { clockIn, later, minutesOf, whenOf } from './times.ts'

const text = z.unknown().optional().transform(inOneLanguage)
const id = z.union([z.string(), z.number()]).transform(String).nullish()

const personSchema = z.object({
  guid: id,
  code: id,
  id,
  name: text,
  public_name: text,
  full_public_name: text,
  avatar: z.string().nullish(),
  biography: text,
  description: text,
  position: z.string().optional(),
  company: z.string().optional(),
  links: z.array(z.object({ url: z.string(), title: z.string().nullish() })).nullish(),
})

const eventSchema = z.object({
  guid: id,
  code: id,
  id,
  date: z.string().nullish(),
  start: z.string().nullish(),
  end: z.string().nullish(),
  duration: z.unknown().optional(),
  room: text,
  title: text,
  slug: z.string().nullish(),
  track: z
    .unknown()
    .optional()
    .transform((track) => inOneLanguage(Reflect.get(Object(track), 'name') ?? track)),
  type: text,
  language: text,
  abstract: text,
  description: text,
  state: z.string().nullish(),
  persons: z.array(personSchema).nullish(),
})

const fileSchema = z.object({
  generator: z.object({ name: z.string() }).optional(),
  schedule: z.object({
    conference: z.object({
      rooms: z.array(z.object({ name: text, guid: id, id, description: text })).nullish(),
      days: z.array(z.object({ rooms: z.record(z.string(), z.array(eventSchema)) })),
    }),
  }),
})

type Event = z.infer<typeof eventSchema>
type Person = z.infer<typeof personSchema>

/** Reads pretalx's (and frab's) `schedule.json`. Throws Unreadable when it is none. */
export function readPretalx(data: string, timeZone: string): SourceFile {
  const parsed = fileSchema.safeParse(jsonOf(data))
  if (!parsed.success) throw new Unreadable('No es el schedule.json de pretalx: falta «schedule.conference.days».')
  const { generator, schedule } = parsed.data
  const isOwn = generator?.name === 'conferencia'
  const plain = isOwn ? (written: string) => written : plainFromHtml
  const clock = clockIn(timeZone)
  const events = schedule.conference.days.flatMap((day) =>
    Object.entries(day.rooms).flatMap(([room, listed]) => listed.map((event) => ({ ...event, room: event.room || room }))),
  )
  const listedRooms = schedule.conference.rooms ?? []
  const named = new Map<string, SourceRoom>()
  for (const { name, guid, id, description } of listedRooms)
    if (realRoom(name) && !named.has(name))
      named.set(name, { key: guid ?? id ?? name, name, problems: [], ...(description && { description: plain(description) }) })
  for (const { room } of events) if (realRoom(room) && !named.has(room)) named.set(room, { key: room, name: room, problems: [] })

  const speakers = new Map<string, SourceSpeaker>()
  const talks = events.map((event): SourceTalk => {
    const persons = (event.persons ?? []).map((person) => speakerOf(person, plain))
    for (const speaker of persons) if (!speakers.has(speaker.key)) speakers.set(speaker.key, speaker)
    const when = whenIn(event, clock)
    const isPlenary = isPlenaryType(event.type) || (persons.length === 0 && isBreak(event.type))
    const isLeft = event.state != null && !['confirmed', 'accepted'].includes(event.state)
    return {
      key: event.guid ?? event.code ?? event.id ?? event.title,
      problems: isLeft ? [drafts] : when ? [] : [unscheduled],
      title: event.title,
      description: plain(joined(event.abstract, event.description)),
      ...(when ?? { day: '', startTime: '', endTime: '' }),
      room: realRoom(event.room) ? (named.get(event.room)?.key ?? '') : '',
      speakers: persons.map(({ key }) => key),
      isPlenary,
      language: event.language,
      track: event.track,
      ...(isOwn && event.slug && { slug: event.slug }),
    }
  })
  return arranged({ speakers: [...speakers.values()], rooms: [...named.values()], talks, columns: {} }, isOwn)
}

function whenIn({ date, end, duration }: Event, clock: ReturnType<typeof clockIn>) {
  if (!date) return null
  const minutes = minutesOf(duration)
  return whenOf(clock, date, end || (minutes ? later(date, minutes) : null))
}

function speakerOf(person: Person, plain: (text: string) => string): SourceSpeaker {
  const name = person.name || person.public_name || person.full_public_name
  const { linkedinUrl, twitterUrl, links } = linksOf(person.links ?? [])
  return {
    key: person.guid ?? person.code ?? person.id ?? name,
    problems: [],
    name,
    bio: plain(joined(person.biography, person.description)),
    ...(person.position !== undefined && { title: person.position }),
    ...(person.company !== undefined && { company: person.company }),
    ...(person.links && { linkedinUrl, twitterUrl, links }),
    ...(person.avatar && { photo: person.avatar }),
  }
}

/** Addresses by what they are. */
export function linksOf(links: readonly { url: string; title?: string | null | undefined }[]) {
  const kindOf = ({ url, title }: (typeof links)[number]) => {
    if (title === 'LinkedIn' || /^https?:\/\/([a-z]+\.)?linkedin\.com\//i.test(url)) return 'linkedinUrl'
    return title === 'X' || title === 'Twitter' || /^https?:\/\/(www\.)?(twitter|x)\.com\//i.test(url) ? 'twitterUrl' : 'links'
  }
  const first = (kind: string) => links.find((link) => kindOf(link) === kind)?.url ?? ''
  const [linkedinUrl, twitterUrl] = [first('linkedinUrl'), first('twitterUrl')]
  const others = links.filter(({ url }) => url !== linkedinUrl && url !== twitterUrl)
  const labelled = others.map(({ url, title }) => ({ label: title || (URL.parse(url)?.hostname ?? url), url }))
  return { linkedinUrl, twitterUrl, links: labelled.slice(0, 6) }
}

/** A file as JSON. Throws Unreadable when it is none. */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new Unreadable('El archivo no es JSON, o le falta una parte.')
  }
}
