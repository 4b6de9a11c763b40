import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { type SourceFile, type SourceRoom, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { dayAfter } from '../../data/zone.ts'
import { identities } from './identity.ts'
import { unnamed, untitled } from './messages.ts'
import { scheduled } from './scheduled.ts'
import { arranged, isBreak, isPlenaryType, realRoom } from './talks.ts'
import { joined, plainFromHtml } from './texts.ts'
import { clockIn, minutesOf } from './times.ts'

/** `number` counts the sessions of that room. */
type Event = { element: XmlElement; day: XmlElement | null; room: Room; number: number }
/** A room or a person. */
type Room = { name: string; ids: string[] }

/** Reads frab's `schedule.xml`, without custom entities. Throws Unreadable for another file. */
export function readFrab(data: string, timeZone: string): SourceFile {
  const root = rootOf(data)
  if (root?.name !== 'schedule') throw new Unreadable('No es un schedule.xml de frab: falta el elemento «schedule».')
  const isOwn = childrenOf(root, 'generator').some(({ attributes }) => attributes.name === 'conferencia')
  const plain = isOwn ? (written: string) => written : plainFromHtml
  const clock = clockIn(timeZone)
  const { events, rooms: listed } = eventsIn(root)
  const roomKeyOf = identities(listed)
  const rooms = new Map<string, SourceRoom>()
  for (const room of listed) {
    const key = roomKeyOf(room)
    if (realRoom(room.name) && !rooms.has(key)) rooms.set(key, { key, name: room.name, problems: [] })
  }
  const personsOf = events.map(({ element }) =>
    childrenOf(element, 'persons').flatMap((list) => childrenOf(list, 'person').flatMap(personIn)),
  )
  const speakerKeyOf = identities(personsOf.flat())
  const titles = events.map(({ element }) => ({ name: textOf(element, 'title'), ids: idsOf(element) }))
  const talkKeyOf = identities(titles)
  const speakers = new Map<string, SourceSpeaker>()
  const breaks = new Set<SourceTalk>()
  const talks = events.map(({ element, day, room, number }, index): SourceTalk => {
    const { name: title = '', ids = [] } = titles[index] ?? {}
    const persons = personsOf[index] ?? []
    for (const person of persons) {
      const key = speakerKeyOf(person)
      if (!speakers.has(key)) speakers.set(key, { key, name: person.name, problems: person.name === '' ? [unnamed(title)] : [] })
    }
    const place = { day: day?.attributes.date || day?.attributes.index || '', room: room.name, number }
    const [date, start] = [textOf(element, 'date'), textOf(element, 'start')]
    const minutes = minutesOf(textOf(element, 'duration'))
    const when = scheduled(clock, { date, start, day: dateOf(day, start), minutes }, place)
    const type = textOf(element, 'type')
    const [subtitle = '', abstract = '', description = ''] = ['subtitle', 'abstract', 'description'].map((name) =>
      plain(textOf(element, name)),
    )
    const talk: SourceTalk = {
      key: talkKeyOf({ name: title, ids }),
      problems: [...when.problems, ...(title.trim() === '' ? [untitled(place)] : [])],
      title,
      description: joined(subtitle, joined(abstract, description)),
      ...when.when,
      room: realRoom(room.name) ? roomKeyOf(room) : '',
      speakers: persons.map(speakerKeyOf),
      isPlenary: isPlenaryType(type),
      language: textOf(element, 'language'),
      track: textOf(element, 'track'),
    }
    if (persons.length === 0 && isBreak(type)) breaks.add(talk)
    return talk
  })
  if (!isOwn && rooms.size === 0 && talks.length === 0)
    throw new Unreadable('No es un schedule.xml de frab: ninguno de sus días tiene salas ni charlas.')
  return arranged({ speakers: [...speakers.values()], rooms: [...rooms.values()], talks, columns: {} }, isOwn, breaks)
}

/** An event's own room counts before the room around it. */
function eventsIn(root: XmlElement): { events: Event[]; rooms: Room[] } {
  const [events, rooms]: [Event[], Room[]] = [[], []]
  const roomIn = ({ attributes }: XmlElement): Room => ({ name: (attributes.name ?? '').trim(), ids: [attributes.guid ?? ''] })
  const visit = (parent: XmlElement, day: XmlElement | null, room: Room) => {
    const counts = new Map<string, number>()
    for (const element of parent.children) {
      if (!(element instanceof XmlElement)) continue
      if (element.name === 'event') {
        const name = textOf(element, 'room').trim() || room.name
        const own = name === room.name ? room : { name, ids: [''] }
        if (name !== room.name || name === '') rooms.push(own)
        counts.set(name, (counts.get(name) ?? 0) + 1)
        events.push({ element, day, room: own, number: counts.get(name) ?? 1 })
      } else if (element.name === 'room') {
        const inside = roomIn(element)
        rooms.push(inside)
        visit(element, day, inside)
      } else visit(element, element.name === 'day' ? element : day, room)
    }
  }
  visit(root, null, { name: '', ids: [''] })
  return { events, rooms: rooms.filter(({ name }) => name !== '') }
}

function rootOf(data: string): XmlElement | null {
  try {
    return parseXml(data).root
  } catch {
    if (/^\s*<(!doctype html|html)\b/i.test(data))
      throw new Unreadable('Es una página web, no el archivo del programa: busca ahí «exportar», o la dirección de la API.')
    throw new Unreadable('El archivo no es XML, le falta una parte, o declara entidades propias.')
  }
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)

const textOf = (element: XmlElement, name: string): string => childrenOf(element, name)[0]?.text ?? ''

const idsOf = ({ attributes }: Pick<XmlElement, 'attributes'>) => [
  attributes.guid ?? '',
  attributes.code ?? '',
  attributes.id ?? '',
]

/** Sessions before this hour belong to the night before. */
const nightEnds = '06:00'

/** After a start at ten, the small hours belong to the next date. */
function dateOf(day: XmlElement | null, start: string): string {
  const { date = '', start: dayStart = '' } = day?.attributes ?? {}
  const [hour, first] = [start.trim().padStart(5, '0'), dayStart.slice(11, 16)]
  const isNight = first > hour && hour < nightEnds && !Number.isNaN(Date.parse(date))
  return isNight ? dayAfter(date, 1) : date
}

/** Empty without a name and an id. */
function personIn({ text, attributes }: XmlElement): Room[] {
  const name = text.trim() || (attributes.name ?? '').trim()
  const ids = idsOf({ attributes })
  return name === '' && ids.every((id) => id === '') ? [] : [{ name, ids }]
}
