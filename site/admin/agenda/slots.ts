import { endPastMidnight, isAfter } from '../../../data/clock-time.ts'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { collisionsOf } from '../../../data/programme/collisions.ts'
import { daysOf, endsOf } from '../../../data/programme/days.ts'
import type { Move, Place } from './move-events.ts'
import { clockOf, dayMinutes, endAfter, minutesOf } from './times.ts'

export type Times = Pick<Place, 'startTime' | 'endTime'>

/** Assumed length of an event that has no end time and no event after it. */
const defaultLengthMinutes = 30

/** Returns null if the event would begin on another day or end too late in the night. */
export function shifted({ startTime, endTime }: Times, minutes: number): Times | null {
  const start = minutesOf(startTime) + minutes
  if (start < 0 || start >= dayMinutes) return null
  const moved = {
    startTime: clockOf(start),
    endTime: endTime && clockOf(minutesOf(endPastMidnight(startTime, endTime)) + minutes),
  }
  return moved.endTime === '' || isAfter(moved.endTime, moved.startTime) ? moved : null
}

export function lasting({ startTime }: Times, minutes: number): Times | null {
  const endTime = endAfter(startTime, minutes)
  return endTime === null ? null : { startTime, endTime }
}

const onDay = (events: readonly AgendaEvent[], day: string, eventDay: string) =>
  daysOf(events, eventDay).find((other) => other.day === day)?.events ?? []

/** Maps event ids to start and end, in minutes since the day began. */
export function spansOf(events: readonly AgendaEvent[], eventDay: string): Map<string, { start: number; end: number }> {
  const spans = daysOf(events, eventDay).flatMap(({ events: ofDay }) => {
    const ends = endsOf(ofDay)
    return ofDay.map(({ id, startTime }) => {
      const start = minutesOf(startTime)
      const end = ends.get(id)
      return [id, { start, end: end ? minutesOf(end) : start + defaultLengthMinutes }] as const
    })
  })
  return new Map(spans)
}

export function lengthOf(event: AgendaEvent, events: readonly AgendaEvent[], eventDay: string): number {
  const span = spansOf(events, eventDay).get(event.id)
  return span ? span.end - span.start : defaultLengthMinutes
}

const halfHourMinutes = 30
const earliestOpeningMinutes = 9 * 60
/** Start times are offered over at least this span, even if the programme is shorter. */
const minDayMinutes = 9 * 60

/** Returns half hours and ends of other events at which the room is free. At `colliding` times, a speaker has another event. */
export function slotsFor(
  event: AgendaEvent,
  { day, scenarioId }: Pick<Place, 'day' | 'scenarioId'>,
  events: readonly AgendaEvent[],
  eventDay: string,
): { free: Times[]; colliding: Times[] } {
  const others = events.filter(({ id, isActive }) => id !== event.id && isActive)
  const spans = spansOf(others, eventDay)
  const ofDay = onDay(others, day || eventDay, eventDay)
  const all = ofDay.flatMap(({ id }) => spans.get(id) ?? [])
  const busy = ofDay
    .filter((other) => event.isPlenary || other.isPlenary || other.scenarioId === scenarioId)
    .flatMap(({ id }) => spans.get(id) ?? [])
    .toSorted((a, b) => a.start - b.start)
  const lengthMinutes = lengthOf(event, events, eventDay)
  const opens = Math.min(...all.map(({ start }) => start), earliestOpeningMinutes)
  const closes = Math.max(...all.map(({ end }) => end + lengthMinutes), opens + minDayMinutes)
  const starts = new Set([opens, ...busy.map(({ end }) => end)])
  for (let start = Math.ceil(opens / halfHourMinutes) * halfHourMinutes; start < closes; start += halfHourMinutes)
    starts.add(start)
  const isFree = (start: number) =>
    start >= opens &&
    start + lengthMinutes <= closes &&
    !busy.some((span) => span.start < start + lengthMinutes && start < span.end)
  const slots = [...starts]
    .toSorted((a, b) => a - b)
    .filter((start) => start < dayMinutes && isFree(start))
    .flatMap((start) => {
      const isCurrent = start === minutesOf(event.startTime) && day === event.day && scenarioId === event.scenarioId
      return (!isCurrent && shifted(event, start - minutesOf(event.startTime))) || []
    })
  const collides = (times: Times) => collisionsOf({ ...event, day, scenarioId, ...times }, others, eventDay).length > 0
  return { free: slots.filter((times) => !collides(times)), colliding: slots.filter(collides) }
}

export function defaultStart(
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
  // If the last event ends after midnight, returns 09:00, because no event may begin after midnight.
  return lastEnd > 0 && lastEnd < dayMinutes ? clockOf(lastEnd) : '09:00'
}

export type Reach = 'alone' | 'room' | 'day'

export function eventsInReach(event: AgendaEvent, reach: Reach, events: readonly AgendaEvent[], eventDay: string): AgendaEvent[] {
  if (reach === 'alone') return [event]
  return onDay(events, event.day || eventDay, eventDay).filter(
    ({ id, startTime, scenarioId }) =>
      id === event.id || (startTime >= event.startTime && (reach === 'day' || scenarioId === event.scenarioId)),
  )
}

export function shiftedTogether(events: readonly AgendaEvent[], minutes: number): Move[] | null {
  const moves = events.flatMap((event) => {
    const to = shifted(event, minutes)
    return to ? [{ event, to }] : []
  })
  return moves.length === events.length ? moves : null
}
