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
  clockOffsetMs = clockBehind(answer)
  return answer.json()
})

/** Milliseconds by which this clock is behind the server's, as phones send it. */
let clockOffsetMs = 0

export const $arrivals = summary.$loaded
export const refreshArrivals = summary.refresh

/** `crypto.randomUUID` needs https, and this page may be open without it. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Report = { id: string; answer: DoorAnswer | undefined }

/** Reports an arrival, or undoes one (by its id) or all (true). Throws ApiError. */
async function report({ id: registration, arrivedAt: shownArrival }: Registration, undo?: string | true): Promise<Report> {
  const now = new Date(Date.now() + clockOffsetMs).toISOString()
  // An undo must be later than the arrival it undoes, even if this clock is slow.
  const at = undo === true && shownArrival !== null && shownArrival > now ? shownArrival : now
  const event = { id: newId(), registration, at, ...(undo && { undo }) }
  const [answer] = await (await ok(api.door.arrivals.$post({ json: { device: 'panel', arrivals: [event] } }))).json()
  const { arrivedAt = null, door = null } = answer ?? {}
  changeShown(registration, { arrivedAt, door })
  void loadRegistrations()
  void refreshArrivals()
  return { id: event.id, answer }
}

/** Ids with a request under way, so that a second click is not a second arrival. */
const reportingIds = new Set<string>()

export async function setArrived(registration: Registration, isHere: boolean, timeZone: string): Promise<void> {
  const { id, name } = registration
  if (reportingIds.has(id)) return
  reportingIds.add(id)
  await attempt('No se anotó', async () => {
    const { id: arrivalId, answer } = await report(registration, isHere ? undefined : true)
    const at = answer?.arrivedAt ? ` a las ${formatIn(timeZone, answer.arrivedAt, 'HH:mm')}` : ''
    // Undone by its id, so that arrivals seen by a phone stay.
    const action = undoing(() => report(registration, arrivalId))
    return { title: isHere || at ? `${name} llegó${at}` : `${name} no ha llegado`, action }
  })
  reportingIds.delete(id)
}
