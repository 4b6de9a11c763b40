import type { AgendaEvent } from '../content/schema.ts'
import { daysOf, endsOf } from './days.ts'

export type TimedEvent = Pick<
  AgendaEvent,
  'id' | 'day' | 'startTime' | 'endTime' | 'scenarioId' | 'isPlenary' | 'speakerIds' | 'isActive'
>

export type Collision<E extends TimedEvent = AgendaEvent> = { with: E } & (
  | { of: 'room' | 'plenary' }
  | { of: 'speakers'; speakerIds: string[] }
)

/** Returns collisions by session id. Sessions without a day are on `eventDay`. */
export function collisionsIn<E extends TimedEvent>(events: readonly E[], eventDay: string): Map<string, Collision<E>[]> {
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

export function collisionsOf<E extends TimedEvent>(event: E, events: readonly E[], eventDay: string): Collision<E>[] {
  const others = events.filter(({ id }) => id !== event.id)
  return collisionsIn([...others, event], eventDay).get(event.id) ?? []
}

/** A session that ends after midnight counts until 24:00. */
const endAfter = (startTime: string, endTime: string) => (endTime !== '' && endTime <= startTime ? '24:00' : endTime)

function reasonOf(a: TimedEvent, b: TimedEvent) {
  if (a.isPlenary || b.isPlenary) return { of: 'plenary' } as const
  if (a.scenarioId !== '' && a.scenarioId === b.scenarioId) return { of: 'room' } as const
  const speakerIds = a.speakerIds.filter((id) => b.speakerIds.includes(id))
  return speakerIds.length > 0 ? ({ of: 'speakers', speakerIds } as const) : null
}
