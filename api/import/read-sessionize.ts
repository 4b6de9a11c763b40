import { type SourceFile, type SourceRoom, type SourceSpeaker, type SourceTalk, Unreadable } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { identities } from './identity.ts'
import { fieldsIn, idIn, isObject, listIn, textIn } from './lenient.ts'
import { drafts, noRoom, type Place, untitled } from './messages.ts'
import { jsonOf, linksOf } from './read-pretalx.ts'
import { scheduled } from './scheduled.ts'
import { arranged, unreadableTalk } from './talks.ts'
import { inOneLanguage, plainFromHtml } from './texts.ts'
import { clockIn } from './times.ts'

type Fields = Record<string, unknown>
/** References use the id or the name. */
type Named = { name: string; ids: [string]; fields: Fields }

/** Lists in the form of `view/All`. */
type Lists = { sessions: unknown[]; speakers: unknown[]; rooms: unknown[]; categories: unknown[] }

/** Organisers' names for the categories we store. */
const fieldsOf: [RegExp, 'language' | 'level' | 'track'][] = [
  [/^(language|idioma)/, 'language'],
  [/^(level|nivel)/, 'level'],
  [/^(track|tema|topic)/, 'track'],
]

/** Reads Sessionize's `view/All`, `view/GridSmart` or `view/Sessions`. Throws Unreadable for another file. */
export function readSessionize(data: string, timeZone: string): SourceFile {
  const lists = listsIn(jsonOf(data))
  const clock = clockIn(timeZone)
  const speakers = lists.speakers.map(speakerIn)
  const rooms = lists.rooms.map(namedIn).filter(({ name }) => name !== '')
  const [speakerKeyOf, roomKeyOf] = [identities(speakers), identities(rooms)]
  const sessions = lists.sessions.map((session) => ({
    name: inOneLanguage(fieldsIn(session).title),
    ids: [idIn(fieldsIn(session).id)],
  }))
  const talkKeyOf = identities(sessions)
  const categoriesOf = categoriesIn(lists)

  const breaks = new Set<SourceTalk>()
  const talks = lists.sessions.map((session, index): SourceTalk => {
    const place: Place = { number: index + 1 }
    if (!isObject(session)) return unreadableTalk(place)
    const fields = fieldsIn(session)
    const { name: title = '', ids = [] } = sessions[index] ?? {}
    const [isPlenary, isService] = [fields.isPlenumSession === true, fields.isServiceSession === true]
    const room = referred(rooms, fields.roomId, inOneLanguage(fields.room))[0]
    const when = scheduled(
      clock,
      { date: textIn(fields.startsAt), start: '', end: textIn(fields.endsAt), day: '', minutes: null },
      place,
    )
    const status = textIn(fields.status).replace(/\s/g, '')
    const isLeft = status !== '' && !/^(accepted|confirmed)$/i.test(status)
    const isNowhere = !room && !isPlenary && !isService && when.problems.length === 0
    const talk: SourceTalk = {
      key: talkKeyOf({ name: title, ids }),
      problems: [
        ...(isLeft ? [drafts] : isNowhere ? [noRoom] : when.problems),
        ...(title.trim() === '' ? [untitled(place)] : []),
      ],
      title,
      description: plainFromHtml(inOneLanguage(fields.description)),
      ...when.when,
      room: room ? roomKeyOf(room) : '',
      speakers: listIn(fields.speakers).flatMap((speaker) => {
        const { id, name } = isObject(speaker) ? fieldsIn(speaker) : { id: speaker, name: '' }
        return referred(speakers, id, inOneLanguage(name)).map(speakerKeyOf)
      }),
      isPlenary,
      ...categoriesOf(fields),
    }
    if (isService) breaks.add(talk)
    return talk
  })
  const sourceRooms = rooms.map((room): SourceRoom => ({ key: roomKeyOf(room), name: room.name, problems: [] }))
  const sourceSpeakers = speakers.map((speaker) => sourceSpeaker(speakerKeyOf(speaker), speaker))
  return arranged({ speakers: sourceSpeakers, rooms: sourceRooms, talks, columns: {} }, false, breaks)
}

/** Finds by id and name, or by name without an id. */
function referred(things: readonly Named[], id: unknown, name: string): Named[] {
  const isNamed = (thing: Named) => name.trim() === '' || fold(thing.name) === fold(name).trim()
  const byId = idIn(id) === '' ? [] : things.filter(({ ids }) => ids[0] === idIn(id))
  if (byId.length > 1) return byId.filter(isNamed)
  return byId.length === 1 || name.trim() === '' ? byId : things.filter(isNamed).slice(0, 1)
}

const namedIn = (value: unknown): Named => {
  const fields = fieldsIn(value)
  return { name: inOneLanguage(fields.name).trim(), ids: [idIn(fields.id)], fields }
}

function speakerIn(value: unknown): Named {
  const fields = fieldsIn(value)
  const parts = [fields.firstName, fields.lastName].map(inOneLanguage).filter(Boolean)
  return { name: inOneLanguage(fields.fullName) || parts.join(' '), ids: [idIn(fields.id)], fields }
}

function sourceSpeaker(key: string, { name, fields }: Named): SourceSpeaker {
  const addresses = listIn(fields.links).map((link) => {
    const { title, url, linkType } = fieldsIn(link)
    return { url: textIn(url), title: linkType === 'LinkedIn' ? 'LinkedIn' : inOneLanguage(title) }
  })
  const photo = textIn(fields.profilePicture)
  return {
    key,
    problems: [],
    name,
    title: inOneLanguage(fields.tagLine),
    bio: plainFromHtml(inOneLanguage(fields.bio)),
    ...linksOf(addresses.filter(({ url }) => url !== '')),
    ...(photo && { photo }),
  }
}

type Categories = { language?: string; level?: string; track?: string }

/** Returns a function for a session's categories, its own or the file's. */
function categoriesIn({ categories, sessions }: Lists): (session: Fields) => Categories {
  const fieldOf = (title: unknown) => fieldsOf.find(([pattern]) => pattern.test(fold(inOneLanguage(title))))?.[1]
  const chosen = new Map<string, { field: keyof Categories; name: string }>()
  const fields = new Set<keyof Categories>()
  const note = (title: unknown, items: unknown) => {
    const field = fieldOf(title)
    if (!field) return
    fields.add(field)
    for (const item of listIn(items)) chosen.set(idIn(fieldsIn(item).id), { field, name: inOneLanguage(fieldsIn(item).name) })
  }
  for (const category of categories) note(fieldsIn(category).title, fieldsIn(category).items)
  const ownOf = (session: unknown) => listIn(fieldsIn(session).categories).map(fieldsIn)
  for (const { name, categoryItems } of sessions.flatMap(ownOf)) note(name, categoryItems)
  return (session) => {
    const items = [session.categoryItems, ...ownOf(session).map(({ categoryItems }) => categoryItems)].flatMap(listIn)
    const found = items.flatMap((item) => chosen.get(isObject(item) ? idIn(fieldsIn(item).id) : idIn(item)) ?? [])
    const names = (field: string) => found.filter((item) => item.field === field).map(({ name }) => name)
    return Object.fromEntries([...fields].map((field) => [field, names(field).join(', ')]))
  }
}

const noSessions = 'No es un archivo de Sessionize («view/All»): falta «sessions».'

/** Throws Unreadable if there are no sessions. */
function listsIn(json: unknown): Lists {
  if (Array.isArray(json)) return fromView(json)
  const { sessions, speakers, rooms, categories } = fieldsIn(json)
  if (!Array.isArray(sessions) && !isObject(sessions)) throw new Unreadable(noSessions)
  const order = (room: unknown) => Number(fieldsIn(room).sort) || 0
  const sorted = listIn(rooms).toSorted((a, b) => order(a) - order(b))
  return { sessions: listIn(sessions), speakers: listIn(speakers), rooms: sorted, categories: listIn(categories) }
}

/** `view/GridSmart` has days and `view/Sessions` groups. Speakers have only names there. */
function fromView(view: unknown[]): Lists {
  if (view.length === 0) throw new Unreadable('El archivo de Sessionize está vacío: el programa todavía no se ha publicado allí.')
  const groups = view.map(fieldsIn)
  if (groups.some(({ fullName }) => typeof fullName === 'string'))
    throw new Unreadable('Es la vista «Speakers» de Sessionize, sin charlas: trae la que termina en view/All.')
  if (groups.every(({ rooms, sessions }) => rooms === undefined && sessions === undefined)) throw new Unreadable(noSessions)
  const gridRooms = groups.flatMap(({ rooms }) => listIn(rooms).map(fieldsIn))
  const sessions = [
    ...gridRooms.flatMap((room) => listIn(room.sessions).map((session) => inRoom(session, room))),
    ...groups.flatMap((group) => (group.rooms === undefined ? listIn(group.sessions) : [])),
  ]
  const all = sessions.map(fieldsIn)
  const rooms = [...gridRooms, ...all.map(({ roomId, room }) => ({ id: roomId, name: room })).filter(({ id }) => idIn(id) !== '')]
  const speakers = all
    .flatMap((session) => listIn(session.speakers).map(fieldsIn))
    .map(({ id, name }) => ({ id, fullName: name }))
  return { sessions, speakers: unique(speakers, 'fullName'), rooms: unique(rooms, 'name'), categories: [] }
}

function unique(things: Fields[], name: string): Fields[] {
  const keyOf = (thing: Fields) => JSON.stringify([idIn(thing.id), inOneLanguage(thing[name])])
  return [...new Map(things.map((thing) => [keyOf(thing), thing])).values()]
}

function inRoom(session: unknown, room: Fields): unknown {
  if (!isObject(session)) return session
  const fields = fieldsIn(session)
  return { ...fields, roomId: fields.roomId ?? room.id, room: fields.room ?? room.name }
}
