import { type SourceFile, type SourceRoom, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { identities } from './identity.ts'
import { fieldsIn, idIn, isObject, listIn, namedIn, textIn } from './lenient.ts'
import { drafts, type Place, unnamed, untitled } from './messages.ts'
import { scheduled } from './scheduled.ts'
import { arranged, isBreak, isPlenaryType, realRoom, unreadableTalk } from './talks.ts'
import { inOneLanguage, joined, plainFromHtml } from './texts.ts'
import { clockIn, minutesOf } from './times.ts'

type Plain = (text: string) => string

type Event = { fields: Record<string, unknown> | null; place: Place; date: string; room: string; persons: Person[] }
type Person = { name: string; ids: string[]; fields: Record<string, unknown> }

/** Reads pretalx's and frab's `schedule.json`. Throws Unreadable for another file. */
export function readPretalx(data: string, timeZone: string): SourceFile {
  const file = fieldsIn(jsonOf(data))
  const conference = fieldsIn(fieldsIn(file.schedule).conference)
  if (!Array.isArray(conference.days) && !isObject(conference.days))
    throw new Unreadable('No es el schedule.json de pretalx: falta «schedule.conference.days».')
  const isOwn = fieldsIn(file.generator).name === 'conferencia'
  const plain: Plain = isOwn ? (written) => written : plainFromHtml
  const clock = clockIn(timeZone)
  const events = eventsIn(conference.days)

  const rooms = roomsIn(conference.rooms, events, plain)
  const persons = events.flatMap(({ persons }) => persons)
  const speakerKeyOf = identities(persons)
  const speakers = new Map<string, SourceSpeaker>()
  for (const { fields, persons } of events)
    for (const person of persons) {
      const key = speakerKeyOf(person)
      if (speakers.has(key)) continue
      const problems = person.name === '' ? [unnamed(inOneLanguage(fields?.title))] : []
      speakers.set(key, { ...speakerOf(key, person, plain), problems })
    }
  const named = events.map(({ fields }) => ({
    name: inOneLanguage(fields?.title),
    ids: [idIn(fields?.guid), idIn(fields?.code), idIn(fields?.id)],
  }))
  const talkKeyOf = identities(named)

  const breaks = new Set<SourceTalk>()
  const talks = events.map(({ fields, place, date, room, persons }, index): SourceTalk => {
    const { name: title = '', ids = [] } = named[index] ?? {}
    if (!fields) return unreadableTalk(place)
    const [type, state] = [inOneLanguage(fields.type), textIn(fields.state)]
    const isLeft = state !== '' && !['confirmed', 'accepted'].includes(state)
    const times = { date: textIn(fields.date), start: textIn(fields.start), end: textIn(fields.end) }
    const when = scheduled(clock, { ...times, day: date, minutes: minutesOf(fields.duration) }, place)
    const talk: SourceTalk = {
      key: talkKeyOf({ name: title, ids }),
      problems: [...(isLeft ? [drafts] : when.problems), ...(title.trim() === '' ? [untitled(place)] : [])],
      title,
      description: described(fields, plain),
      ...when.when,
      room: rooms.get(room)?.key ?? '',
      speakers: persons.map(speakerKeyOf),
      isPlenary: isPlenaryType(type),
      language: inOneLanguage(fields.language),
      track: inOneLanguage(isObject(fields.track) ? (fieldsIn(fields.track).name ?? fields.track) : fields.track),
      ...(isOwn && textIn(fields.slug) !== '' && { slug: textIn(fields.slug) }),
    }
    if (persons.length === 0 && isBreak(type)) breaks.add(talk)
    return talk
  })
  const source = { speakers: [...speakers.values()], rooms: [...rooms.values()], talks, columns: {} }
  return arranged(source, isOwn, breaks)
}

/** Joins subtitle, abstract and description. */
export function described(fields: { subtitle?: unknown; abstract?: unknown; description?: unknown }, plain: Plain): string {
  const [subtitle, abstract, description] = [fields.subtitle, fields.abstract, fields.description].map((text) =>
    plain(inOneLanguage(text)),
  )
  return joined(subtitle ?? '', joined(abstract ?? '', description ?? ''))
}

function eventsIn(days: unknown): Event[] {
  return listIn(days).flatMap((day, index) => {
    const date = textIn(fieldsIn(day).date)
    return namedIn(isObject(day) ? fieldsIn(day).rooms : day).flatMap(([name, listed]) =>
      listIn(listed).map((event, at): Event => {
        const fields = isObject(event) ? fieldsIn(event) : null
        const room = inOneLanguage(fields?.room).trim() || name.trim()
        const place = { day: date || String(index + 1), room, number: at + 1 }
        return { fields, place, date, room, persons: listIn(fields?.persons).flatMap(personIn) }
      }),
    )
  })
}

/** Empty without a name and an id. */
function personIn(value: unknown): Person[] {
  const fields = typeof value === 'string' ? { name: value } : fieldsIn(value)
  const { name, public_name, full_public_name } = fields as Record<string, unknown>
  const written = [name, public_name, full_public_name].map(inOneLanguage).find((text) => text.trim() !== '') ?? ''
  const ids = ['guid', 'code', 'id'].map((id) => idIn(Reflect.get(fields, id)))
  return written === '' && ids.every((id) => id === '') ? [] : [{ name: written, ids, fields }]
}

/** Listed rooms first, then rooms named only in sessions. */
function roomsIn(listed: unknown, events: readonly Event[], plain: Plain): Map<string, SourceRoom> {
  const entries = listIn(listed).map((room) => {
    const { name, guid, id, description } = fieldsIn(room)
    return { name: inOneLanguage(name).trim(), ids: [idIn(guid), idIn(id)], description: inOneLanguage(description) }
  })
  const keyOf = identities(entries)
  const rooms = new Map<string, SourceRoom>()
  for (const entry of entries) {
    const { name, description } = entry
    if (realRoom(name) && !rooms.has(name))
      rooms.set(name, { key: keyOf(entry), name, problems: [], ...(description && { description: plain(description) }) })
  }
  for (const { room } of events) if (realRoom(room) && !rooms.has(room)) rooms.set(room, { key: room, name: room, problems: [] })
  return rooms
}

function speakerOf(key: string, { name, fields }: Person, plain: Plain): SourceSpeaker {
  const listed = listIn(fields.links).map((link) => ({
    url: textIn(fieldsIn(link).url),
    title: inOneLanguage(fieldsIn(link).title),
  }))
  const { linkedinUrl, twitterUrl, links } = linksOf(listed.filter(({ url }) => url !== ''))
  const [title, company, photo] = [textIn(fields.position), textIn(fields.company), textIn(fields.avatar)]
  return {
    key,
    problems: [],
    name,
    bio: plain(joined(inOneLanguage(fields.biography), inOneLanguage(fields.description))),
    ...(typeof fields.position === 'string' && { title }),
    ...(typeof fields.company === 'string' && { company }),
    ...(fields.links != null && { linkedinUrl, twitterUrl, links }),
    ...(photo && { photo }),
  }
}

export function linksOf(links: readonly { url: string; title: string }[]) {
  const kindOf = ({ url, title }: (typeof links)[number]) => {
    if (title === 'LinkedIn' || /^https?:\/\/([a-z]+\.)?linkedin\.com\//i.test(url)) return 'linkedinUrl'
    return title === 'X' || title === 'Twitter' || /^https?:\/\/(www\.)?(twitter|x)\.com\//i.test(url) ? 'twitterUrl' : 'links'
  }
  const first = (kind: string) => links.find((link) => kindOf(link) === kind)?.url ?? ''
  const [linkedinUrl, twitterUrl] = [first('linkedinUrl'), first('twitterUrl')]
  const others = links.filter(({ url }) => url !== linkedinUrl && url !== twitterUrl)
  const labelled = others.map(({ url, title }) => ({ label: title || (URL.parse(url)?.hostname ?? url), url }))
  return { linkedinUrl, twitterUrl, links: labelled }
}

/** Throws Unreadable for invalid JSON. */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new Unreadable('El archivo no es JSON, o le falta una parte.')
  }
}
