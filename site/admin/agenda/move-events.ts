import type { AgendaEvent } from '../../../data/content/schema.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { collections, type Saved } from '../content/collections.ts'

/** Where and when an event is. */
export type Place = Pick<AgendaEvent, 'day' | 'scenarioId' | 'startTime' | 'endTime'>

/** An event, and what of its place is another from now on. */
export type Move = { event: AgendaEvent; to: Partial<Place> }

export const placeOf = ({ day, scenarioId, startTime, endTime }: Place): Place => ({ day, scenarioId, startTime, endTime })

/** Saves where events are from now on: all of them or none, at once for visitors, and undone together. */
export async function moveEvents(moves: readonly Move[]): Promise<Saved> {
  const events = moves.map(({ event: { id, updatedAt }, to }) => ({ id, updatedAt, ...to }))
  const response = await ok(api.agenda.events.$put({ json: { events } }))
  const saved = await response.json()
  collections.events.take(saved)
  const before = new Map(moves.map(({ event }) => [event.id, placeOf(event)]))
  const undo = () => moveEvents(saved.map((event) => ({ event, to: before.get(event.id) ?? {} })))
  return { publishError: publishError(response), undo }
}
