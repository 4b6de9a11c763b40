import { hash } from 'node:crypto'
import type { AgendaEvent, Scenario, Speaker } from '../../data/content/schema.ts'
import { slugFrom } from '../../data/content/slugs.ts'
import { memoCache, memoized } from '../../data/memo.ts'
import { daysOf } from '../../data/programme/days.ts'
import { guidOf, guidOfText } from '../../data/programme/guids.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { listedEvents } from '../../data/programme/public-content.ts'
import { eventSpan, type Span, sessionSpans } from '../../data/programme/spans.ts'
import { clockTimeOf, dayOf } from '../../data/zone.ts'

export const everywhere = 'Todas las salas'

/** Titles of a talk's links. The import of tables finds its columns by these titles. */
export const linkTitles = { slides: 'Diapositivas', recording: 'Grabación' }

export const types = { plenary: 'Plenaria', talk: 'Charla' }

/** `number` and `code` are for programs that do not use guids. They are unique among sessions, and among people. */
type Ids = { guid: string; number: number; code: string }

type PersonFields = Pick<
  Speaker,
  'slug' | 'name' | 'title' | 'company' | 'bio' | 'image' | 'linkedinUrl' | 'twitterUrl' | 'links'
>

export type ExportedPerson = Ids & PersonFields & { item: string }
type ExportedRoom = { guid: string; name: string; description: string }

type TalkFields = Pick<
  AgendaEvent,
  'slug' | 'title' | 'description' | 'startTime' | 'isPlenary' | 'language' | 'level' | 'track' | 'slidesUrl' | 'recordingUrl'
>

/** `date` is the start with its UTC offset. `duration` is in minutes. */
export type ExportedTalk = Ids &
  TalkFields & {
    item: string
    day: string
    room: ExportedRoom
    date: string
    endDate: string
    duration: number
    persons: ExportedPerson[]
  }

export type ExportedDay = { day: string; start: string; end: string; talks: ExportedTalk[] }

export type Programme = {
  title: string
  acronym: string
  origin: string
  timeZone: string
  rooms: ExportedRoom[]
  tracks: string[]
  days: ExportedDay[]
}

type ListedContent = Pick<PublicContent, 'hero' | 'event' | 'events' | 'scenarios' | 'speakers' | 'layout'>

const allRooms: ExportedRoom = { guid: guidOfText(everywhere), name: everywhere, description: '' }

const programmes = new WeakMap<ListedContent, Programme>()

export function programmeOf(content: ListedContent, timeZone: string, origin: string): Programme {
  const programme = programmes.get(content) ?? makeProgramme(content, timeZone, origin)
  programmes.set(content, programme)
  return programme
}

function makeProgramme(content: ListedContent, timeZone: string, origin: string): Programme {
  const { hero, scenarios, speakers } = content
  const events = listedEvents(content)
  const spans = sessionSpans(content, timeZone)
  const numbered = numbering()
  const persons = new Map(
    speakers.map((speaker) => {
      const ids = numbered(guidOf('speakers', speaker))
      const make = (): ExportedPerson => Object.freeze({ ...ids, ...personOf(speaker) })
      return [speaker.id, keepPerson(speaker, [ids.guid, ids.number], make)]
    }),
  )
  const rooms = new Map(scenarios.map((room) => [room.id, exportedRoom(room)]))
  const numberedTalk = numbering()
  const daysWithTalks = daysOf(events, dayOf(timeZone, hero.eventDate)).map(({ day, events: ofDay }): ExportedDay => {
    const talks = ofDay.flatMap((event): ExportedTalk[] => {
      const span = spans.get(event.id)
      if (!span) return []
      const room = rooms.get(event.scenarioId) ?? allRooms
      const who = event.speakerIds.flatMap((id) => persons.get(id) ?? [])
      const ids = numberedTalk(guidOf('events', event))
      const make = (): ExportedTalk =>
        Object.freeze({ ...ids, ...talkOf(event), day, room, persons: who, ...times(day, event.startTime, span) })
      return [keepTalk(event, [ids.guid, ids.number, day, span.start, span.end, room, ...who], make)]
    })
    return { day, ...bounds(talks), talks: talks.toSorted(byStart) }
  })
  const days = daysWithTalks.length > 0 ? daysWithTalks : [emptyDay(content, timeZone)]
  const tracks = [...new Set(events.map(({ track }) => track).filter((track) => track !== ''))].toSorted()
  const isEverywhere = days.some(({ talks }) => talks.some(({ room }) => room === allRooms))
  const all = [...rooms.values(), ...(isEverywhere ? [allRooms] : [])]
  return { title: hero.title, acronym: acronymOf(hero.title), origin, timeZone, rooms: all, tracks, days }
}

/** An unchanged speaker or event gives the same object, so that the exports can reuse its cached text. */
const keepPerson = memoCache<Speaker, ExportedPerson>()
const keepTalk = memoCache<AgendaEvent, ExportedTalk>()

/** Sorts sessions of the same time by room and guid, so that a reordered list gives the same file. */
const byStart = (a: ExportedTalk, b: ExportedTalk) =>
  compared(a.startTime, b.startTime) || compared(a.room.name, b.room.name) || compared(a.guid, b.guid)

const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b))

export const versionOf = (text: string) => hash('sha256', text, 'hex').slice(0, 12)

/** Picks the exported fields, so that changes of other fields do not invalidate the cached files. */
const personOf = ({ id, slug, name, title, company, bio, image, linkedinUrl, twitterUrl, links }: Speaker) => ({
  item: id,
  ...{ slug, name, title, company, bio, image, linkedinUrl, twitterUrl, links },
})

const talkOf = ({ id, ...event }: AgendaEvent) => {
  const { slug, title, description, startTime, isPlenary, language, level, track, slidesUrl, recordingUrl } = event
  return { item: id, slug, title, description, startTime, isPlenary, language, level, track, slidesUrl, recordingUrl }
}

function bounds(talks: readonly ExportedTalk[]): { start: string; end: string } {
  const [start = ''] = talks.map(({ date }) => date).toSorted((a, b) => Date.parse(a) - Date.parse(b))
  const [end = ''] = talks.map(({ endDate }) => endDate).toSorted((a, b) => Date.parse(b) - Date.parse(a))
  return { start, end }
}

function emptyDay(content: ListedContent, timeZone: string): ExportedDay {
  const span = eventSpan(content, timeZone)
  const day = dayOf(timeZone, span.start)
  const { date, endDate } = times(day, clockTimeOf(timeZone, span.start), span)
  return { day, start: date, end: endDate, talks: [] }
}

const exportedRoom = memoized(
  (room: Scenario): ExportedRoom => ({ guid: guidOf('scenarios', room), name: room.name, description: room.description }),
)

function times(day: string, startTime: string, { start, end }: Span) {
  const offset = Date.parse(`${day}T${startTime}:00Z`) - Math.floor(Date.parse(start) / 60_000) * 60_000
  const duration = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return { date: withOffset(start, offset), endDate: withOffset(end, offset), duration }
}

function withOffset(instant: string, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  const local = new Date(Date.parse(instant) + offset).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${rest}`
}

export const asHours = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

const codeLetters = 36 ** 6

function numbering(): (guid: string) => Ids {
  const numbers = new Set<number>()
  const guids = new Map<string, number>()
  return (key) => {
    const times = guids.get(key) ?? 0
    guids.set(key, times + 1)
    const guid = times === 0 ? key : guidOfText(`${key} ${times}`)
    let number = (Number.parseInt(hash('sha256', guid, 'hex').slice(0, 12), 16) % (codeLetters - 1)) + 1
    while (numbers.has(number)) number = (number % (codeLetters - 1)) + 1
    numbers.add(number)
    return { guid, number, code: number.toString(36).toUpperCase().padStart(6, '0') }
  }
}

const acronymOf = (title: string) => slugFrom(title).replaceAll('-', '_').padEnd(4, '_')
