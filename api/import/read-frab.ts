import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { type SourceFile, type SourceRoom, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { unscheduled } from './messages.ts'
import { arranged, isBreak, isPlenaryType, realRoom } from './talks.ts'
import { joined, plainFromHtml } from './texts.ts'
import { clockIn, later, minutesOf, whenOf } from './times.ts'

/** Reads frab's `schedule.xml`. What a file declares of its own (entities) is not read. Throws Unreadable when it is none. */
export function readFrab(data: string, timeZone: string): SourceFile {
  const root = rootOf(data)
  if (root?.name !== 'schedule') throw new Unreadable('No es un schedule.xml de frab: falta el elemento «schedule».')
  const isOwn = childrenOf(root, 'generator').some(({ attributes }) => attributes.name === 'conferencia')
  const plain = isOwn ? (written: string) => written : plainFromHtml
  const clock = clockIn(timeZone)
  const rooms = new Map<string, SourceRoom>()
  const speakers = new Map<string, SourceSpeaker>()
  const talks: SourceTalk[] = []
  for (const day of childrenOf(root, 'day')) {
    for (const room of childrenOf(day, 'room')) {
      const { name = '', guid = '' } = room.attributes
      const key = guid || name
      if (realRoom(name) && !rooms.has(key)) rooms.set(key, { key, name, problems: [] })
      for (const event of childrenOf(room, 'event')) {
        const persons = childrenOf(event, 'persons').flatMap((list) => childrenOf(list, 'person').map(speakerOf))
        for (const speaker of persons) if (!speakers.has(speaker.key)) speakers.set(speaker.key, speaker)
        const [title, type] = [textOf(event, 'title'), textOf(event, 'type')]
        const date = textOf(event, 'date').trim() || startOf(day, event)
        const minutes = minutesOf(textOf(event, 'duration'))
        const when = whenOf(clock, date, minutes ? later(date, minutes) : null)
        const links = event.attributes
        talks.push({
          key: links.guid || links.code || links.id || title,
          problems: when ? [] : [unscheduled],
          title,
          description: plain(joined(textOf(event, 'abstract'), textOf(event, 'description'))),
          ...(when ?? { day: '', startTime: '', endTime: '' }),
          room: realRoom(name) ? key : '',
          speakers: persons.map(({ key }) => key),
          isPlenary: isPlenaryType(type) || (persons.length === 0 && isBreak(type)),
          language: textOf(event, 'language'),
          track: textOf(event, 'track'),
        })
      }
    }
  }
  if (!isOwn && rooms.size === 0 && talks.length === 0)
    throw new Unreadable('No es un schedule.xml de frab: ninguno de sus días tiene salas ni charlas.')
  return arranged({ speakers: [...speakers.values()], rooms: [...rooms.values()], talks, columns: {} }, isOwn)
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

/** Older files say the hour of an event alone, and the day around it. */
const startOf = (day: XmlElement, event: XmlElement) => {
  const [date, start] = [day.attributes.date ?? '', textOf(event, 'start').trim()]
  return date && /^\d\d:\d\d/.test(start) ? `${date}T${start.slice(0, 5)}` : ''
}

function speakerOf(person: XmlElement): SourceSpeaker {
  const name = person.text.trim()
  return { key: person.attributes.guid || person.attributes.code || person.attributes.id || name, name, problems: [] }
}
