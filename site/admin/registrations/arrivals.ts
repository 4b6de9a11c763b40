import type { DoorAnswer, DoorSummary } from '../../../data/door/schema.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { formatIn } from '../../text/dates.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { clockBehind } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { undoing } from '../calls/undo.ts'
import { changeShown, loadRegistrations } from './registrations.ts'

const summary = createLoaded<DoorSummary>(async () => {
  const answer = await ok(api.door.summary.$get())
  offset = clockBehind(answer)
  return answer.json()
})

/** Milliseconds by which this clock is behind the server's, as phones send it. */
let offset = 0

export const $arrivals = summary.$loaded
export const refreshArrivals = summary.refresh

/** `crypto.randomUUID` needs https, and this page may be open without it. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Told = { id: string; answer: DoorAnswer | undefined }

/** Reports an arrival, or undoes one (by its id) or all (true). Throws ApiError. */
async function tell({ id: registration, arrivedAt: shown }: Registration, undo?: string | true): Promise<Told> {
  const now = new Date(Date.now() + offset).toISOString()
  // An undo must be later than the arrival it undoes, even if this clock is slow.
  const at = undo === true && shown !== null && shown > now ? shown : now
  const event = { id: newId(), registration, at, ...(undo && { undo }) }
  const [answer] = await (await ok(api.door.arrivals.$post({ json: { device: 'panel', arrivals: [event] } }))).json()
  const { arrivedAt = null, door = null } = answer ?? {}
  changeShown(registration, { arrivedAt, door })
  void loadRegistrations()
  void refreshArrivals()
  return { id: event.id, answer }
}

/** Ids with a request under way, so that a second click is not a second arrival. */
const telling = new Set<string>()

export async function setArrived(registration: Registration, isHere: boolean, timeZone: string): Promise<void> {
  const { id, name } = registration
  if (telling.has(id)) return
  telling.add(id)
  await attempt('No se anotó', async () => {
    const { id: told, answer } = await tell(registration, isHere ? undefined : true)
    const at = answer?.arrivedAt ? ` a las ${formatIn(timeZone, answer.arrivedAt, 'HH:mm')}` : ''
    // Undone by its id, so that arrivals seen by a phone stay.
    const action = undoing(() => tell(registration, told))
    return { title: isHere || at ? `${name} llegó${at}` : `${name} no ha llegado`, action }
  })
  telling.delete(id)
}
