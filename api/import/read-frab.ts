import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { type SourceFile, Unreadable } from '../../data/import/source.ts'
import { dayAfter } from '../../data/zone.ts'
import { assembled, type FoundRoom, type FoundSession } from './assemble.ts'
import { personIn, sessionOf } from './read-pretalx.ts'
import { isRoom } from './talks.ts'

export function readFrab(data: string, timeZone: string): SourceFile {
  const root = rootOf(data)
  if (root?.name !== 'schedule') throw new Unreadable('No es un schedule.xml de frab: falta el elemento «schedule».')
  const isOwn = childrenOf(root, 'generator').some(({ attributes }) => attributes.name === 'conferencia')
  const { sessions, rooms } = sessionsIn(root, isOwn)
  if (!isOwn && rooms.length === 0 && sessions.length === 0)
    throw new Unreadable('No es un schedule.xml de frab: ninguno de sus días tiene salas ni charlas.')
  return assembled({ isOwn, rooms, speakers: sessions.flatMap(({ speakers }) => speakers), sessions }, timeZone)
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

function sessionsIn(root: XmlElement, isOwn: boolean): { sessions: FoundSession[]; rooms: FoundRoom[] } {
  const [sessions, rooms]: [FoundSession[], FoundRoom[]] = [[], []]
  const visit = (parent: XmlElement, day: XmlElement | null, outerRoom: FoundRoom) => {
    const counts = new Map<string, number>()
    for (const element of parent.children) {
      if (!(element instanceof XmlElement)) continue
      if (element.name === 'event') {
        const name = textOf(element, 'room').trim() || outerRoom.name
        const room = name === outerRoom.name ? outerRoom : { name, ids: [] }
        rooms.push(room)
        const number = (counts.get(name) ?? 0) + 1
        counts.set(name, number)
        const place = { day: day?.attributes.date || day?.attributes.index || '', room: name, number }
        sessions.push(sessionIn(element, { place, room, day: dateOf(day, textOf(element, 'start')), isOwn }))
      } else if (element.name === 'room') {
        const room = { name: (element.attributes.name ?? '').trim(), ids: [element.attributes.guid ?? ''] }
        rooms.push(room)
        visit(element, day, room)
      } else visit(element, element.name === 'day' ? element : day, outerRoom)
    }
  }
  visit(root, null, { name: '', ids: [] })
  return { sessions, rooms: rooms.filter(({ name }) => isRoom(name)) }
}

const texts = ['title', 'subtitle', 'abstract', 'description', 'type', 'language', 'track', 'date', 'start', 'duration']

function sessionIn(event: XmlElement, around: Omit<Parameters<typeof sessionOf>[1], 'persons'>): FoundSession {
  const fields = Object.fromEntries(texts.map((name) => [name, textOf(event, name)]))
  const persons = childrenOf(event, 'persons').flatMap((list) => childrenOf(list, 'person'))
  const linkIn = (list: string, name: string) =>
    childrenOf(event, list).flatMap((links) => childrenOf(links, name).map(({ attributes: { href } }) => ({ url: href })))
  const lists = { links: linkIn('links', 'link'), attachments: linkIn('attachments', 'attachment') }
  return sessionOf(
    { ...idsOf(event), ...fields, ...lists },
    {
      ...around,
      persons: persons.flatMap((person) =>
        personIn({ ...idsOf(person), name: person.text.trim() || (person.attributes.name ?? '').trim() }, fields.title ?? ''),
      ),
    },
  )
}

const idsOf = ({ attributes: { guid, code, id } }: XmlElement) => ({ guid, code, id })

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)

const textOf = (element: XmlElement, name: string): string => childrenOf(element, name)[0]?.text ?? ''

/** Sessions before this time (HH:mm) may belong to the day before. */
const nightEnds = '06:00'

/** Returns yyyy-MM-dd. In a day that starts at 10:00, a session at 01:00 is on the next date. */
function dateOf(day: XmlElement | null, start: string): string {
  const { date = '', start: dayStart = '' } = day?.attributes ?? {}
  const [hour, firstHour] = [start.trim().padStart(5, '0'), dayStart.slice(11, 16)]
  const isNight = firstHour > hour && hour < nightEnds && !Number.isNaN(Date.parse(date))
  return isNight ? dayAfter(date, 1) : date
}
