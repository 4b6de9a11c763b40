import type { AgendaEvent } from '../../../data/content/schema.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { collections, type Saved } from '../content/collections.ts'
import { changedFields, valuesBefore } from '../forms/drafts/drafts.ts'

export type Place = Pick<AgendaEvent, 'day' | 'scenarioId' | 'startTime' | 'endTime'>

export type Move = { event: AgendaEvent; to: Partial<Place> }

export const placeOf = ({ day, scenarioId, startTime, endTime }: Place): Place => ({ day, scenarioId, startTime, endTime })

export async function moveEvents(moves: readonly Move[]): Promise<Saved & { moved: Move[] }> {
  const changes = moves.map(({ event, to }): Move => ({ event, to: changedFields<Partial<Place>>(to, event) }))
  const events = changes.map(({ event: { id, updatedAt }, to }) => ({ id, updatedAt, ...to }))
  const response = await ok(api.agenda.events.$put({ json: { events } }))
  const saved = await response.json()
  collections.events.showSaved(saved)
  const changesById = new Map(changes.map((change) => [change.event.id, change]))
  const moved = saved.map((event) => ({ event: changesById.get(event.id)?.event ?? event, to: placeOf(event) }))
  const movesBack = saved.flatMap((event) => {
    const change = changesById.get(event.id)
    return change ? [{ event, to: valuesBefore<Place>(change.to, change.event) }] : []
  })
  return { publishError: publishError(response), moved, undo: () => moveEvents(movesBack) }
}
