import type { SourceFile, SourceRoom, SourceSpeaker, SourceTalk } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { noRoom, notASession, type Place, untitled } from './messages.ts'
import { arranged } from './talks.ts'
import { clockIn, scheduled, type WrittenTimes } from './times.ts'

export type Named = { name: string; ids: readonly string[] }

export type FoundRoom = Named & { description?: string }

export type FoundSpeaker = Named & Omit<SourceSpeaker, 'key'>

/** `content` is null if the session cannot be read. */
export type FoundSession = Named & {
  place: Place
  room: Named | null
  speakers: readonly FoundSpeaker[]
  content:
    | (Pick<SourceTalk, 'description' | 'isPlenary' | 'language' | 'level' | 'track' | 'slug' | 'slidesUrl' | 'recordingUrl'> & {
        times: WrittenTimes
        isBreak: boolean
        exclusion: string | null
        needsRoom?: boolean
      })
    | null
}

type Found = { isOwn: boolean; rooms: readonly FoundRoom[]; speakers: readonly FoundSpeaker[]; sessions: readonly FoundSession[] }

export function assembled({ isOwn, rooms, speakers, sessions }: Found, timeZone: string): SourceFile {
  const [roomKeyOf, speakerKeyOf, talkKeyOf] = [keysOf(rooms), keysOf(speakers), keysOf(sessions)]
  const clock = clockIn(timeZone)
  const breaks = new Set<SourceTalk>()
  const talks = sessions.map((session): SourceTalk => {
    const { name: title, place, room, content } = session
    if (!content) return unreadableTalk(place)
    const { times, isBreak, exclusion, needsRoom = false, ...fields } = content
    const { when, problems } = scheduled(clock, times, place)
    if (needsRoom && !room && problems.length === 0) problems.push(noRoom)
    const talk: SourceTalk = {
      ...fields,
      key: talkKeyOf(session),
      title,
      problems: [...(exclusion === null ? problems : [exclusion]), ...(title.trim() === '' ? [untitled(place)] : [])],
      ...when,
      room: room ? roomKeyOf(room) : '',
      speakers: session.speakers.map(speakerKeyOf),
    }
    if (isBreak) breaks.add(talk)
    return talk
  })
  const sourceRooms = rooms.map(({ ids, ...room }): SourceRoom => ({ ...room, key: roomKeyOf({ ...room, ids }), problems: [] }))
  const sourceSpeakers = speakers.map(({ ids, ...speaker }) => ({ ...speaker, key: speakerKeyOf({ ...speaker, ids }) }))
  return arranged({ speakers: firstOfKey(sourceSpeakers), rooms: firstOfKey(sourceRooms), talks, columns: {} }, isOwn, breaks)
}

/**
 * Returns the key of a room, speaker or session. The key is the first id that no thing with another name has, or else the name.
 */
function keysOf(things: readonly Named[]): (thing: Named) => string {
  const namesById = new Map<string, Set<string>>()
  const slot = (id: string, index: number) => `${index} ${id}`
  for (const { name, ids } of things)
    for (const [index, id] of ids.entries()) {
      const names = namesById.get(slot(id, index)) ?? new Set()
      namesById.set(slot(id, index), names.add(fold(name).trim()))
    }
  return ({ name, ids }) => ids.find((id, index) => id !== '' && namesById.get(slot(id, index))?.size === 1) ?? name
}

const firstOfKey = <T extends { key: string }>(things: readonly T[]): T[] =>
  [...Map.groupBy(things, (thing) => thing.key || thing).values()].flatMap(([first]) => first ?? [])

const unreadableTalk = (place: Place): SourceTalk => ({
  ...{ key: `${place.day} ${place.room} ${place.number}`, problems: [notASession(place)], title: '' },
  ...{ day: '', startTime: '', endTime: '', room: '', speakers: [], isPlenary: false },
})
