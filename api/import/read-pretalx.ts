import { type SourceFile, Unreadable } from '../../data/import/source.ts'
import { assembled, type FoundRoom, type FoundSession, type FoundSpeaker, type Named } from './assemble.ts'
import { entriesIn, fieldsIn, idIn, isObject, jsonOf, listIn, textIn } from './lenient.ts'
import { drafts, type Place, unnamed } from './messages.ts'
import { isBreak, isPlenaryType, isRoom } from './talks.ts'
import { inOneLanguage, joined, plainFromHtml } from './texts.ts'
import { minutesOf } from './times.ts'

type Fields = Record<string, unknown>

export function readPretalx(data: string, timeZone: string): SourceFile {
  const file = fieldsIn(jsonOf(data))
  const conference = fieldsIn(fieldsIn(file.schedule).conference)
  if (!Array.isArray(conference.days) && !isObject(conference.days))
    throw new Unreadable('No es el schedule.json de pretalx: falta «schedule.conference.days».')
  const isOwn = fieldsIn(file.generator).name === 'conferencia'
  const rooms = new Map<string, FoundRoom>()
  for (const room of listIn(conference.rooms).map((value) => roomIn(value, isOwn)))
    if (isRoom(room.name) && !rooms.has(room.name)) rooms.set(room.name, room)
  const sessions = sessionsIn(conference.days, rooms, isOwn)
  return assembled(
    { isOwn, rooms: [...rooms.values()], speakers: sessions.flatMap(({ speakers }) => speakers), sessions },
    timeZone,
  )
}

function roomIn(value: unknown, isOwn: boolean): FoundRoom {
  const { name, guid, id, description } = fieldsIn(value)
  const text = inOneLanguage(description)
  return { name: inOneLanguage(name).trim(), ids: [idIn(guid), idIn(id)], ...(text && { description: plain(text, isOwn) }) }
}

function sessionsIn(days: unknown, rooms: Map<string, FoundRoom>, isOwn: boolean) {
  return listIn(days).flatMap((day, dayIndex) => {
    const date = textIn(fieldsIn(day).date)
    return entriesIn(isObject(day) ? fieldsIn(day).rooms : day).flatMap(([nameOfList, list]) =>
      listIn(list).map((event, index) => {
        const fields = isObject(event) ? fieldsIn(event) : null
        const name = inOneLanguage(fields?.room).trim() || nameOfList.trim()
        const room = rooms.get(name) ?? { name, ids: [] }
        if (isRoom(name)) rooms.set(name, room)
        const place = { day: date || String(dayIndex + 1), room: name, number: index + 1 }
        const persons = listIn(fields?.persons).flatMap((person) =>
          personIn(person, inOneLanguage(fields?.title)).map((speaker) => ({
            ...speaker,
            ...detailsOf(fieldsIn(person), isOwn),
          })),
        )
        return sessionOf(fields, { place, room, day: date, persons, isOwn })
      }),
    )
  })
}

type Around = { place: Place; room: Named; day: string; persons: FoundSpeaker[]; isOwn: boolean }

export function sessionOf(fields: Fields | null, { place, room, day, persons, isOwn }: Around) {
  const { guid, code, id, title, type, state, track, date, start, end, duration, language, slug, ...texts } = fields ?? {}
  const [kind, decision] = [inOneLanguage(type), textIn(state)]
  return {
    name: inOneLanguage(title),
    ids: [idIn(guid), idIn(code), idIn(id)],
    place,
    room: isRoom(room.name) ? room : null,
    speakers: persons,
    content: fields && {
      times: { date: textIn(date), start: textIn(start), end: textIn(end), day, minutes: minutesOf(duration) },
      exclusion: ['', 'confirmed', 'accepted'].includes(decision) ? null : drafts,
      isPlenary: isPlenaryType(kind),
      isBreak: persons.length === 0 && isBreak(kind),
      description: ['subtitle', 'abstract', 'description']
        .map((field) => plain(inOneLanguage(texts[field]), isOwn))
        .reduceRight((rest, text) => joined(text, rest)),
      language: inOneLanguage(language),
      track: inOneLanguage(isObject(track) ? (fieldsIn(track).name ?? track) : track),
      ...(isOwn && textIn(slug) !== '' && { slug: textIn(slug) }),
      ...(isOwn && { ...ownLink('slidesUrl', texts.attachments), ...ownLink('recordingUrl', texts.links) }),
    },
  } satisfies FoundSession
}

/** In our own export, each list has at most one link. */
function ownLink(field: 'slidesUrl' | 'recordingUrl', list: unknown) {
  const url = textIn(fieldsIn(listIn(list)[0]).url)
  return url === '' ? {} : { [field]: url }
}

/** Our own exports contain Markdown already, not HTML. */
const plain = (text: string, isOwn: boolean) => (isOwn ? text : plainFromHtml(text))

export function personIn(value: unknown, title: string): FoundSpeaker[] {
  const { name, public_name, full_public_name, guid, code, id }: Fields =
    typeof value === 'string' ? { name: value } : fieldsIn(value)
  const fullName = [name, public_name, full_public_name].map(inOneLanguage).find((text) => text.trim() !== '') ?? ''
  const ids = [guid, code, id].map(idIn)
  if (fullName === '' && ids.every((text) => text === '')) return []
  return [{ name: fullName, ids, problems: fullName === '' ? [unnamed(title)] : [] }]
}

function detailsOf({ biography, description, position, company, avatar, links, email }: Fields, isOwn: boolean) {
  const addresses = listIn(links).map((link) => ({ url: textIn(fieldsIn(link).url), title: inOneLanguage(fieldsIn(link).title) }))
  return {
    bio: plain(joined(inOneLanguage(biography), inOneLanguage(description)), isOwn),
    ...(typeof position === 'string' && { title: position }),
    ...(typeof company === 'string' && { company }),
    ...(links != null && linksOf(addresses)),
    ...(textIn(avatar) && { photo: textIn(avatar) }),
    ...(textIn(email) && { email: textIn(email) }),
  }
}

export function linksOf(addresses: readonly { url: string; title: string }[]) {
  const links = addresses.filter(({ url }) => url !== '')
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
