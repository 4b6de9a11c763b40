import type { AgendaEvent } from '../../../data/content/schema.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { collections, type Saved } from '../content/collections.ts'
import { differing, valuesBefore } from '../forms/drafts.ts'

/** Where and when an event is. */
export type Place = Pick<AgendaEvent, 'day' | 'scenarioId' | 'startTime' | 'endTime'>

/** An event, and what of its place is another from now on. */
export type Move = { event: AgendaEvent; to: Partial<Place> }

export const placeOf = ({ day, scenarioId, startTime, endTime }: Place): Place => ({ day, scenarioId, startTime, endTime })

/**
 * Saves where events are from now on: all of them or none, at once for visitors, and undone together. `moved` says where they are then:
 * others may have changed something else of their places, which stays when this is undone.
 */
export async function moveEvents(moves: readonly Move[]): Promise<Saved & { moved: Move[] }> {
  const changes = moves.map(({ event, to }): Move => ({ event, to: differing<Partial<Place>>(to, event) }))
  const events = changes.map(({ event: { id, updatedAt }, to }) => ({ id, updatedAt, ...to }))
  const response = await ok(api.agenda.events.$put({ json: { events } }))
  const saved = await response.json()
  collections.events.take(saved)
  const changeOf = new Map(changes.map((change) => [change.event.id, change]))
  const moved = saved.map((event) => ({ event: changeOf.get(event.id)?.event ?? event, to: placeOf(event) }))
  const back = saved.flatMap((event) => {
    const change = changeOf.get(event.id)
    return change ? [{ event, to: valuesBefore<Place>(change.to, change.event) }] : []
  })
  return { publishError: publishError(response), moved, undo: () => moveEvents(back) }
}
