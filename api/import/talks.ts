import { endPastMidnight } from '../../data/clock-time.ts'
import type { SourceFile, SourceTalk } from '../../data/import/source.ts'
import { fold } from '../../data/text.ts'
import { everywhere } from './messages.ts'

/** Marks a session that is in all rooms as plenary. In our own exports (`isOwn`), such sessions are marked already. */
export function arranged(
  file: Omit<SourceFile, 'isOwn'>,
  isOwn = false,
  breaks: ReadonlySet<SourceTalk> = new Set(),
): SourceFile {
  const talks = isOwn ? file.talks : withPlenaries(file.talks, breaks)
  const moment = ({ day, startTime }: SourceTalk) => `${day || '9999'} ${startTime}`
  return { ...file, isOwn, talks: talks.toSorted((a, b) => (moment(a) < moment(b) ? -1 : Number(moment(a) > moment(b)))) }
}

function withPlenaries(talks: readonly SourceTalk[], breaks: ReadonlySet<SourceTalk>): SourceTalk[] {
  const scheduledTalks = talks.filter(({ problems, startTime }) => problems.length === 0 && startTime !== '')
  const byDay = Map.groupBy(scheduledTalks, ({ day }) => day)
  const groups = Map.groupBy(talks, (talk) => {
    if (talk.problems.length > 0 || talk.startTime === '') return talk
    return JSON.stringify([fold(talk.title), talk.day, talk.startTime, talk.endTime])
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const rooms = new Set(group.map(({ room }) => room).filter(Boolean))
    const areBreaks = group.every((talk) => breaks.has(talk))
    const isSeveral = group.length > 1 && group.every(({ speakers }) => speakers.join() === first.speakers.join())
    const isDeclared = group.every(({ isPlenary }) => isPlenary)
    if (!isDeclared && !areBreaks && !(isSeveral && rooms.size > 1)) return group
    const isForAll = isDeclared || rooms.size === 0 || isAlone(first, rooms, byDay.get(first.day) ?? [])
    if (!isForAll) return group
    return isSeveral ? [{ ...first, room: '', isPlenary: true }] : group.map((talk) => ({ ...talk, isPlenary: true }))
  })
}

function isAlone(session: SourceTalk, rooms: ReadonlySet<string>, onDay: readonly SourceTalk[]): boolean {
  const end = endOf(session)
  return onDay.every(
    (talk) => rooms.has(talk.room) || talk.room === '' || talk.startTime >= end || endOf(talk) <= session.startTime,
  )
}

const endOf = ({ startTime, endTime }: SourceTalk) => endPastMidnight(startTime, endTime) || `${startTime}:01`

export const isBreak = (kind: string) =>
  /^(break|breaks|pause|lunch|coffee|service|registration|receso|pausa|almuerzo|cafe|descanso|registro)\b/.test(fold(kind).trim())

export const isPlenaryType = (kind: string) => /^(plenaria|plenary|plenary session)$/.test(fold(kind).trim())

export const isRoom = (name: string) => name !== '' && name !== everywhere
