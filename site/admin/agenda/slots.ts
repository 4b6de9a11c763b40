/** Where events may go. Pure functions: the caller reads and saves. */

import { isAfter, wholeEnd } from '../../../data/clock-time.ts'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { collisionsOf } from '../../../data/programme/collisions.ts'
import { daysOf, endsOf } from '../../../data/programme/days.ts'
import type { Move, Place } from './move-events.ts'
import { clockOf, endAfter, minutesOf, wholeDay } from './times.ts'

type Times = Pick<Place, 'startTime' | 'endTime'>

/** How long what has no end is taken to be where nothing follows it, in minutes. */
const usualLength = 30

/** Earlier or later, as long as before; null where that is another day. */
export function shifted({ startTime, endTime }: Times, minutes: number): Times | null {
  const start = minutesOf(startTime) + minutes
  if (start < 0 || start >= wholeDay) return null
  const moved = { startTime: clockOf(start), endTime: endTime && clockOf(minutesOf(wholeEnd(startTime, endTime)) + minutes) }
  return moved.endTime === '' || isAfter(moved.endTime, moved.startTime) ? moved : null
}

/** Of another length, in minutes; null where that is none, or ends on another day. */
export function lasting({ startTime }: Times, minutes: number): Times | null {
  const endTime = endAfter(startTime, minutes)
  return endTime === null ? null : { startTime, endTime }
}

const onDay = (events: readonly AgendaEvent[], day: string, eventDay: string) =>
  daysOf(events, eventDay).find((other) => other.day === day)?.events ?? []

/** When each event begins and ends, in minutes since its day began, by its id. */
export function spansOf(events: readonly AgendaEvent[], eventDay: string): Map<string, { start: number; end: number }> {
  const spans = daysOf(events, eventDay).flatMap(({ events: ofDay }) => {
    const ends = endsOf(ofDay)
    return ofDay.map(({ id, startTime }) => {
      const start = minutesOf(startTime)
      const end = ends.get(id)
      return [id, { start, end: end ? minutesOf(end) : start + usualLength }] as const
    })
  })
  return new Map(spans)
}

/** How long an event is, in minutes: as it says, or until what follows it. */
export function lengthOf(event: AgendaEvent, events: readonly AgendaEvent[], eventDay: string): number {
  const span = spansOf(events, eventDay).get(event.id)
  return span ? span.end - span.start : usualLength
}

/** A start that would be possible, and whether the event would collide with something there. */
type Slot = Times & { isTaken: boolean }

const halfHour = 30
/** How long a day is at least. */
const fullDay = 9 * 60

/**
 * The starts at which a room has time for an event, on a day (yyyy-MM-dd): where something ends and at each half hour, from nine or
 * the first thing on that day until after the last. Free ones first; in the others it collides, as with its speaker elsewhere.
 */
export function slotsFor(
  event: AgendaEvent,
  { day, scenarioId }: Pick<Place, 'day' | 'scenarioId'>,
  events: readonly AgendaEvent[],
  eventDay: string,
): Slot[] {
  const others = events.filter(({ id, isActive }) => id !== event.id && isActive)
  const spans = spansOf(others, eventDay)
  const ofDay = onDay(others, day || eventDay, eventDay)
  const all = ofDay.flatMap(({ id }) => spans.get(id) ?? [])
  const busy = ofDay
    .filter((other) => event.isPlenary || other.isPlenary || other.scenarioId === scenarioId)
    .flatMap(({ id }) => spans.get(id) ?? [])
    .toSorted((a, b) => a.start - b.start)
  const length = lengthOf(event, events, eventDay)
  const opens = Math.min(...all.map(({ start }) => start), 9 * 60)
  const closes = Math.max(...all.map(({ end }) => end + length), opens + fullDay)
  const starts = new Set([opens, ...busy.map(({ end }) => end)])
  for (let start = Math.ceil(opens / halfHour) * halfHour; start < closes; start += halfHour) starts.add(start)
  const isFree = (start: number) =>
    start >= opens && start + length <= closes && !busy.some((span) => span.start < start + length && start < span.end)
  const slots = [...starts]
    .toSorted((a, b) => a - b)
    .filter((start) => start < wholeDay && isFree(start))
    .flatMap((start) => {
      const times = shifted(event, start - minutesOf(event.startTime))
      const isWhereItIs = start === minutesOf(event.startTime) && day === event.day && scenarioId === event.scenarioId
      if (!times || isWhereItIs) return []
      const there = { ...event, day, scenarioId, ...times }
      return [{ ...times, isTaken: collisionsOf(there, others, eventDay).length > 0 }]
    })
  return [...slots.filter(({ isTaken }) => !isTaken), ...slots.filter(({ isTaken }) => isTaken)]
}

/**
 * The start of a new event: when the last one in its room ends on that day, else 09:00. An event for everybody counts in each room.
 */
export function usualStart(
  { day, scenarioId, isPlenary }: Pick<AgendaEvent, 'day' | 'scenarioId' | 'isPlenary'>,
  events: readonly AgendaEvent[],
  eventDay: string,
): string {
  const before = onDay(events, day || eventDay, eventDay).filter(
    (other) => other.isActive && (isPlenary || other.isPlenary || other.scenarioId === scenarioId),
  )
  const spans = spansOf(before, eventDay)
  const ends = before.flatMap(({ id }) => spans.get(id)?.end ?? [])
  const lastEnd = scenarioId || isPlenary ? Math.max(0, ...ends) : 0
  // A day may end in the night that follows: no event begins there.
  return lastEnd > 0 && lastEnd < wholeDay ? clockOf(lastEnd) : '09:00'
}

/** What is moved together: an event alone, or with what begins with it or later on that day, in its room or anywhere. */
export type Reach = 'alone' | 'room' | 'day'

export function reached(event: AgendaEvent, reach: Reach, events: readonly AgendaEvent[], eventDay: string): AgendaEvent[] {
  if (reach === 'alone') return [event]
  return onDay(events, event.day || eventDay, eventDay).filter(
    ({ id, startTime, scenarioId }) =>
      id === event.id || (startTime >= event.startTime && (reach === 'day' || scenarioId === event.scenarioId)),
  )
}

/** All of them so many minutes later, or earlier; null where one of them would be on another day. */
export function shiftedTogether(events: readonly AgendaEvent[], minutes: number): Move[] | null {
  const moves = events.flatMap((event) => {
    const to = shifted(event, minutes)
    return to ? [{ event, to }] : []
  })
  return moves.length === events.length ? moves : null
}
