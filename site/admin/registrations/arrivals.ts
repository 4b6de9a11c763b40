import type { DoorAnswer, DoorSummary } from '../../../data/door/schema.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { clockBehind } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { undoing } from '../calls/undo.ts'
import type { FormatDate } from '../shell/time-zone.ts'
import { changeShown, registrationList } from './registrations.ts'

export const arrivals = createLoaded<DoorSummary>(async () => {
  const answer = await ok(api.door.summary.$get())
  clockOffsetMs = clockBehind(answer)
  return answer.json()
})

let clockOffsetMs = 0

/** `crypto.randomUUID` needs https, and this page may be open without https. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Report = { id: string; answer: DoorAnswer | undefined }

/** `undo` is the id of the arrival to undo, or true for all arrivals of the person. */
async function report({ id: registration, arrivedAt: currentArrival }: Registration, undo?: string | true): Promise<Report> {
  const now = new Date(Date.now() + clockOffsetMs).toISOString()
  // An undo must not be earlier than the arrival, even if this computer's clock is slow.
  const at = undo === true && currentArrival !== null && currentArrival > now ? currentArrival : now
  const event = { id: newId(), registration, at, ...(undo && { undo }) }
  const [answer] = await (await ok(api.door.arrivals.$post({ json: { device: 'panel', arrivals: [event] } }))).json()
  const { arrivedAt = null, door = null } = answer ?? {}
  changeShown(registration, { arrivedAt, door })
  void registrationList.load()
  void arrivals.refresh()
  return { id: event.id, answer }
}

/** Registrations with a request under way. A second click must not report a second arrival. */
const reportingIds = new Set<string>()

export async function setArrived(registration: Registration, isHere: boolean, formatDate: FormatDate): Promise<void> {
  const { id, name } = registration
  if (reportingIds.has(id)) return
  reportingIds.add(id)
  await attempt('No se anotó', async () => {
    const { id: arrivalId, answer } = await report(registration, isHere ? undefined : true)
    const at = answer?.arrivedAt ? ` a las ${formatDate(answer.arrivedAt, 'HH:mm')}` : ''
    // An undo by id removes only this arrival, so that arrivals reported by phones stay.
    const action = undoing(() => report(registration, arrivalId))
    return { title: isHere || at ? `${name} llegó${at}` : `${name} no ha llegado`, action }
  })
  reportingIds.delete(id)
}
