/** Which sessions get in each other's way. Pure functions: the caller reads. */

import type { AgendaEvent } from '../content/schema.ts'
import { daysOf, endsOf } from './days.ts'

/** What of a session says where it is, when, and who speaks. */
export type Placed = Pick<
  AgendaEvent,
  'id' | 'day' | 'startTime' | 'endTime' | 'scenarioId' | 'isPlenary' | 'speakerIds' | 'isActive'
>

/** Another session at the same time: in the same room, one of them for everybody, or with the same speakers, who are named by their ids. */
export type Collision<E extends Placed = AgendaEvent> = { with: E } & (
  | { of: 'room' | 'plenary' }
  | { of: 'speakers'; speakerIds: string[] }
)

/**
 * The collisions of each session that has some, by its id, the earlier of the others first. Those that name no day are of `eventDay`
 * (yyyy-MM-dd). A session without an end goes on as `endsOf` says, and is only its start where nobody knows. Nothing collides
 * with what is hidden.
 */
export function collisionsIn<E extends Placed>(events: readonly E[], eventDay: string): Map<string, Collision<E>[]> {
  const found = new Map<string, Collision<E>[]>()
  const add = ({ id }: E, collision: Collision<E>) => {
    const listed = found.get(id)
    if (listed) listed.push(collision)
    else found.set(id, [collision])
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
        // What starts later, and what starts after that, is not at the same time.
        if (second.startTime !== first.startTime && second.startTime >= endOf(first)) break
        const reason = reasonOf(first, second)
        if (!reason) continue
        add(first, { with: second, ...reason })
        add(second, { with: first, ...reason })
      }
    }
  }
  return found
}

/** Those of one session, as it would be in place of the one with its id, or beside them all. */
export function collisionsOf<E extends Placed>(event: E, events: readonly E[], eventDay: string): Collision<E>[] {
  const others = events.filter(({ id }) => id !== event.id)
  return collisionsIn([...others, event], eventDay).get(event.id) ?? []
}

/** Times are HH:mm, so they sort as texts. One that ends before it starts ends after midnight. */
const endAfter = (startTime: string, endTime: string) => (endTime !== '' && endTime <= startTime ? '24:00' : endTime)

/** Why two that are at the same time collide, if they do: a room says more than who speaks in it. */
function reasonOf(a: Placed, b: Placed) {
  if (a.isPlenary || b.isPlenary) return { of: 'plenary' } as const
  if (a.scenarioId !== '' && a.scenarioId === b.scenarioId) return { of: 'room' } as const
  const speakerIds = a.speakerIds.filter((id) => b.speakerIds.includes(id))
  return speakerIds.length > 0 ? ({ of: 'speakers', speakerIds } as const) : null
}
