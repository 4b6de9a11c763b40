import { z } from 'zod'
import { type SourceFile, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { drafts, unscheduled } from './messages.ts'
import { jsonOf, linksOf } from './read-pretalx.ts'
import { arranged } from './talks.ts'
import { plainFromHtml } from './texts.ts'
import { clockIn, whenOf } from './times.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((written) => written ?? '')
const ofSession = z.union([id, z.object({ id }).transform((named) => named.id)])

const sessionSchema = z.object({
  id,
  title: text,
  description: text,
  startsAt: z.string().nullish(),
  endsAt: z.string().nullish(),
  isServiceSession: z.boolean().nullish(),
  isPlenumSession: z.boolean().nullish(),
  speakers: z.array(ofSession).nullish(),
  categoryItems: z.array(ofSession).nullish(),
  roomId: id.nullish(),
  room: z.string().nullish(),
  status: z.string().nullish(),
})

const fileSchema = z.object({
  sessions: z.array(sessionSchema),
  speakers: z
    .array(
      z.object({
        id,
        fullName: text,
        firstName: text,
        lastName: text,
        bio: text,
        tagLine: text,
        profilePicture: z.string().nullish(),
        links: z.array(z.object({ title: z.string().nullish(), url: z.string(), linkType: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
  rooms: z.array(z.object({ id, name: text, sort: z.number().nullish() })).nullish(),
  categories: z.array(z.object({ title: text, items: z.array(z.object({ id, name: text })) })).nullish(),
})

const gridSchema = z.array(z.object({ rooms: z.array(z.object({ id, name: text, sessions: z.array(sessionSchema) })) }))

type Session = z.infer<typeof sessionSchema>

/** The categories that an event has a field for, by what organisers call them. */
const fieldsOf: [RegExp, 'language' | 'level' | 'track'][] = [
  [/^(language|idioma)/, 'language'],
  [/^(level|nivel)/, 'level'],
  [/^(track|tema|topic)/, 'track'],
]

/** Reads what Sessionize's API answers at `view/All` and `view/GridSmart`. Throws Unreadable when it is neither. */
export function readSessionize(data: string, timeZone: string): SourceFile {
  const json = jsonOf(data)
  const parsed = fileSchema.safeParse(Array.isArray(json) ? fromGrid(json) : json)
  if (!parsed.success) throw new Unreadable('No es un archivo de Sessionize («view/All»): falta «sessions».')
  const { sessions, speakers: listed, rooms: listedRooms, categories } = parsed.data
  const clock = clockIn(timeZone)
  const speakers = (listed ?? []).map((speaker): SourceSpeaker => {
    const { linkedinUrl, twitterUrl, links } = linksOf(
      (speaker.links ?? []).map(({ title, url, linkType }) => ({ url, title: linkType === 'LinkedIn' ? 'LinkedIn' : title })),
    )
    return {
      key: speaker.id,
      problems: [],
      name: speaker.fullName || [speaker.firstName, speaker.lastName].filter(Boolean).join(' '),
      title: speaker.tagLine,
      bio: plainFromHtml(speaker.bio),
      linkedinUrl,
      twitterUrl,
      links,
      ...(speaker.profilePicture && { photo: speaker.profilePicture }),
    }
  })
  const rooms = (listedRooms ?? [])
    .toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .map((room) => ({ key: room.id, name: room.name, problems: [] }))
  const known = new Set(rooms.map(({ key }) => key))
  const chosen = new Map(
    (categories ?? []).flatMap(({ title, items }) => {
      const field = fieldsOf.find(([pattern]) => pattern.test(fold(title)))?.[1]
      return field ? items.map((item) => [item.id, { field, name: item.name }] as const) : []
    }),
  )
  const talks = sessions.map((session): SourceTalk => {
    const isPlenary = session.isPlenumSession === true || session.isServiceSession === true
    const when = session.startsAt ? whenOf(clock, session.startsAt, session.endsAt ?? null) : null
    const isLeft = session.status != null && !/^(accepted|confirmed)$/i.test(session.status.replace(/\s/g, ''))
    const isNowhere = !isPlenary && !known.has(session.roomId ?? '')
    return {
      key: session.id,
      problems: isLeft ? [drafts] : when && !isNowhere ? [] : [unscheduled],
      title: session.title,
      description: plainFromHtml(session.description),
      ...(when ?? { day: '', startTime: '', endTime: '' }),
      room: isPlenary && session.isServiceSession ? '' : known.has(session.roomId ?? '') ? String(session.roomId) : '',
      speakers: session.isServiceSession ? [] : (session.speakers ?? []),
      isPlenary,
      ...fieldsIn(session, chosen),
    }
  })
  return arranged({ speakers, rooms, talks, columns: {} })
}

function fieldsIn({ categoryItems }: Session, chosen: Map<string, { field: 'language' | 'level' | 'track'; name: string }>) {
  const found = (categoryItems ?? []).flatMap((item) => chosen.get(item) ?? [])
  const fields = [...new Set([...chosen.values()].map(({ field }) => field))]
  const named = (field: string) =>
    found
      .filter((one) => one.field === field)
      .map(({ name }) => name)
      .join(', ')
  return Object.fromEntries(fields.map((field) => [field, named(field)]))
}

/** The days of `view/GridSmart` as one list: it has the speakers' names alone. */
function fromGrid(json: unknown[]): unknown {
  const parsed = gridSchema.safeParse(json)
  if (!parsed.success) {
    if (typeof Reflect.get(Object(json[0]), 'fullName') === 'string')
      throw new Unreadable('Es la vista «Speakers» de Sessionize, sin charlas: trae la que termina en view/All.')
    return json
  }
  if (parsed.data.length === 0)
    throw new Unreadable('El archivo de Sessionize está vacío: el programa todavía no se ha publicado allí.')
  const rooms = new Map<string, { id: string; name: string }>()
  const sessions: Session[] = []
  for (const room of parsed.data.flatMap((day) => day.rooms)) {
    rooms.set(room.id, { id: room.id, name: room.name })
    sessions.push(...room.sessions.map((session) => ({ ...session, roomId: session.roomId ?? room.id })))
  }
  const names = (json as { rooms: { sessions: { speakers?: { id: unknown; name?: unknown }[] }[] }[] }[])
    .flatMap((day) => day.rooms)
    .flatMap((room) => room.sessions)
    .flatMap((session) => session.speakers ?? [])
  const speakers = new Map(
    names.map((speaker) => [String(speaker.id), { id: String(speaker.id), fullName: String(speaker.name ?? '') }]),
  )
  return { sessions, rooms: [...rooms.values()], speakers: [...speakers.values()] }
}
