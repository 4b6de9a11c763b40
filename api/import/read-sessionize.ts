import { type SourceFile, Unreadable } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { assembled, type FoundSession, type FoundSpeaker, type Named } from './assemble.ts'
import { fieldsIn, idIn, isObject, jsonOf, listIn, textIn } from './lenient.ts'
import { drafts } from './messages.ts'
import { linksOf } from './read-pretalx.ts'
import { inOneLanguage, plainFromHtml } from './texts.ts'

type Fields = Record<string, unknown>

type Lists = { sessions: unknown[]; speakers: unknown[]; rooms: unknown[]; categories: unknown[] }

type Categories = { language?: string; level?: string; track?: string }

const categoryTitles: [RegExp, keyof Categories][] = [
  [/^(language|idioma)/, 'language'],
  [/^(level|nivel)/, 'level'],
  [/^(track|tema|topic)/, 'track'],
]

/** Reads the API's `view/All`, `view/GridSmart` or `view/Sessions`. Throws Unreadable if the file has another format. */
export function readSessionize(data: string, timeZone: string): SourceFile {
  const lists = listsIn(jsonOf(data))
  const speakers = lists.speakers.map(speakerIn)
  const rooms = lists.rooms.map(roomIn).filter(({ name }) => name !== '')
  const categoriesOf = categoriesIn(lists)
  const sessions = lists.sessions.map((session, index): FoundSession => {
    const fields = fieldsIn(session)
    const [isPlenary, isBreak] = [fields.isPlenumSession === true, fields.isServiceSession === true]
    const status = textIn(fields.status).replace(/\s/g, '')
    return {
      name: inOneLanguage(fields.title),
      ids: [idIn(fields.id)],
      place: { number: index + 1 },
      room: referred(rooms, fields.roomId, inOneLanguage(fields.room))[0] ?? null,
      speakers: listIn(fields.speakers).flatMap((speaker) => {
        const { id, name } = isObject(speaker) ? fieldsIn(speaker) : { id: speaker, name: '' }
        return referred(speakers, id, inOneLanguage(name))
      }),
      content: isObject(session)
        ? {
            times: { date: textIn(fields.startsAt), start: '', end: textIn(fields.endsAt), day: '', minutes: null },
            exclusion: /^(accepted|confirmed|)$/i.test(status) ? null : drafts,
            needsRoom: !isPlenary && !isBreak,
            isPlenary,
            isBreak,
            description: plainFromHtml(inOneLanguage(fields.description)),
            ...categoriesOf(fields),
          }
        : null,
    }
  })
  return assembled({ isOwn: false, rooms, speakers, sessions }, timeZone)
}

/** Finds a room or speaker by id, else by name. If several have this id, the name must fit too. */
function referred<T extends Named>(things: readonly T[], id: unknown, name: string): T[] {
  const isNamed = (thing: Named) => name.trim() === '' || fold(thing.name) === fold(name).trim()
  const byId = idIn(id) === '' ? [] : things.filter(({ ids }) => ids[0] === idIn(id))
  if (byId.length > 1) return byId.filter(isNamed)
  return byId.length === 1 || name.trim() === '' ? byId : things.filter(isNamed).slice(0, 1)
}

function roomIn(value: unknown): Named {
  const { name, id } = fieldsIn(value)
  return { name: inOneLanguage(name).trim(), ids: [idIn(id)] }
}

function speakerIn(value: unknown): FoundSpeaker {
  const { id, fullName, firstName, lastName, tagLine, bio, profilePicture, links, email } = fieldsIn(value)
  const addresses = listIn(links).map((link) => {
    const { title, url, linkType } = fieldsIn(link)
    return { url: textIn(url), title: linkType === 'LinkedIn' ? 'LinkedIn' : inOneLanguage(title) }
  })
  return {
    name: inOneLanguage(fullName) || [firstName, lastName].map(inOneLanguage).filter(Boolean).join(' '),
    ids: [idIn(id)],
    problems: [],
    title: inOneLanguage(tagLine),
    bio: plainFromHtml(inOneLanguage(bio)),
    ...linksOf(addresses),
    ...(textIn(profilePicture) && { photo: textIn(profilePicture) }),
    ...(textIn(email) && { email: textIn(email) }),
  }
}

function categoriesIn({ categories, sessions }: Lists): (session: Fields) => Categories {
  const items = new Map<string, { field: keyof Categories; name: string }>()
  const fields = new Set<keyof Categories>()
  const addItems = (title: unknown, list: unknown) => {
    const field = categoryTitles.find(([pattern]) => pattern.test(fold(inOneLanguage(title))))?.[1]
    if (!field) return
    fields.add(field)
    for (const item of listIn(list)) items.set(idIn(fieldsIn(item).id), { field, name: inOneLanguage(fieldsIn(item).name) })
  }
  for (const category of categories) addItems(fieldsIn(category).title, fieldsIn(category).items)
  const ownOf = (session: unknown) => listIn(fieldsIn(session).categories).map(fieldsIn)
  for (const { name, categoryItems } of sessions.flatMap(ownOf)) addItems(name, categoryItems)
  return (session) => {
    const refs = [session.categoryItems, ...ownOf(session).map(({ categoryItems }) => categoryItems)].flatMap(listIn)
    const chosen = refs.flatMap((ref) => items.get(idIn(isObject(ref) ? fieldsIn(ref).id : ref)) ?? [])
    const names = (field: string) => chosen.filter((item) => item.field === field).map(({ name }) => name)
    return Object.fromEntries([...fields].map((field) => [field, names(field).join(', ')]))
  }
}

const noSessions = 'No es un archivo de Sessionize («view/All»): falta «sessions».'

function listsIn(json: unknown): Lists {
  if (Array.isArray(json)) return fromView(json)
  const { sessions, speakers, rooms, categories } = fieldsIn(json)
  if (!Array.isArray(sessions) && !isObject(sessions)) throw new Unreadable(noSessions)
  const order = (room: unknown) => Number(idIn(fieldsIn(room).sort)) || 0
  const sorted = listIn(rooms).toSorted((a, b) => order(a) - order(b))
  return { sessions: listIn(sessions), speakers: listIn(speakers), rooms: sorted, categories: listIn(categories) }
}

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
