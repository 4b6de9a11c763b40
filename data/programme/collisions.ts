import type { AgendaEvent } from '../content/schema.ts'
import { daysOf, endsOf } from './days.ts'

export type Placed = Pick<
  AgendaEvent,
  'id' | 'day' | 'startTime' | 'endTime' | 'scenarioId' | 'isPlenary' | 'speakerIds' | 'isActive'
>

export type Collision<E extends Placed = AgendaEvent> = { with: E } & (
  | { of: 'room' | 'plenary' }
  | { of: 'speakers'; speakerIds: string[] }
)

/**
 * Returns the collisions of each session, by id. Sessions without a day are on `eventDay` (yyyy-MM-dd). Hidden ones do not
 * collide.
 */
export function collisionsIn<E extends Placed>(events: readonly E[], eventDay: string): Map<string, Collision<E>[]> {
  const collisionsById = new Map<string, Collision<E>[]>()
  const add = ({ id }: E, collision: Collision<E>) => {
    const collisions = collisionsById.get(id)
    if (collisions) collisions.push(collision)
    else collisionsById.set(id, [collision])
  }
  for (const { events: ofDay } of daysOf(
    events.filter(({ isActive, startTime }) => isActive && startTime !== ''),
    eventDay,
  )) {
    const ends = endsOf(ofDay)
    const endOf = ({ id, startTime }: E) => endAfter(startTime, ends.get(id) ?? '')
    const byStart = ofDay.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
    for (const [index, first] of byStart.entries()) {
      for (const second of byStart.slice(index + 1)) {
        // Sorted: all later ones start even later.
        if (second.startTime !== first.startTime && second.startTime >= endOf(first)) break
        const reason = reasonOf(first, second)
        if (!reason) continue
        add(first, { with: second, ...reason })
        add(second, { with: first, ...reason })
      }
    }
  }
  return collisionsById
}

/** Returns the collisions of a session, which replaces the stored one with its id. */
export function collisionsOf<E extends Placed>(event: E, events: readonly E[], eventDay: string): Collision<E>[] {
  const others = events.filter(({ id }) => id !== event.id)
  return collisionsIn([...others, event], eventDay).get(event.id) ?? []
}

/** HH:mm sorts as text. An end before the start is after midnight. */
const endAfter = (startTime: string, endTime: string) => (endTime !== '' && endTime <= startTime ? '24:00' : endTime)

/** A shared room outranks shared speakers. */
function reasonOf(a: Placed, b: Placed) {
  if (a.isPlenary || b.isPlenary) return { of: 'plenary' } as const
  if (a.scenarioId !== '' && a.scenarioId === b.scenarioId) return { of: 'room' } as const
  const speakerIds = a.speakerIds.filter((id) => b.speakerIds.includes(id))
  return speakerIds.length > 0 ? ({ of: 'speakers', speakerIds } as const) : null
}
