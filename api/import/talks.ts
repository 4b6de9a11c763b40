/** What the readers of all forms share. */
import type { SourceFile, SourceTalk } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { everywhere } from './messages.ts'

/**
 * The sessions in their order; one that takes place in several rooms at the same time is one, for everybody; not where the
 * file says which are (`isExact`).
 */
export function arranged(file: SourceFile, isExact = false): SourceFile {
  const byMoment = new Map<string, SourceTalk[]>()
  for (const talk of file.talks) {
    const moment = JSON.stringify([fold(talk.title), talk.day, talk.startTime, talk.endTime])
    byMoment.set(moment, [...(byMoment.get(moment) ?? []), talk])
  }
  const talks = [...byMoment.values()].flatMap((same) => {
    const rooms = new Set(same.map(({ room }) => room))
    const [first] = same
    if (isExact || !first || same.length === 1 || first.day === '') return same
    const isEverywhere = rooms.size > 1 || same.every(({ isPlenary }) => isPlenary)
    const isOne = isEverywhere && same.every(({ speakers }) => speakers.join() === first.speakers.join())
    return isOne ? [{ ...first, room: '', isPlenary: true }] : same
  })
  const moment = ({ day, startTime }: SourceTalk) => `${day || '9999'} ${startTime}`
  return { ...file, talks: talks.toSorted((a, b) => moment(a).localeCompare(moment(b))) }
}

/** A break, lunch or the like, which is for everybody. */
export const isBreak = (kind: string) =>
  /^(break|breaks|pause|lunch|coffee|service|registration|receso|pausa|almuerzo|cafe|descanso|registro)\b/.test(fold(kind).trim())

/** Whether a session's type says that it is for everybody: 'Plenaria', 'plenary' or 'plenary session', in any case. */
export const isPlenaryType = (kind: string) => /^(plenaria|plenary|plenary session)$/.test(fold(kind).trim())

/** Rooms without the one that stands for all of them. */
export const realRoom = (name: string) => (name === everywhere ? '' : name)
