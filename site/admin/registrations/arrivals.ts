import type { DoorAnswer, DoorSummary } from '../../../data/door/schema.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { formatIn } from '../../dates.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { undoing } from '../calls/undo.ts'
import { changeShown, loadRegistrations } from './registrations.ts'

/** The door in numbers, followed while it is shown. */
const summary = createLoaded<DoorSummary>(async () => (await ok(api.door.summary.$get())).json())

export const $arrivals = summary.$loaded
export const refreshArrivals = summary.refresh

/** An id that nobody else gives: this page may be open without https, where browsers make no UUIDs. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Tells the door that somebody came, or that nobody let them in after all. Throws ApiError. */
async function tell({ id }: Registration, isHere: boolean): Promise<DoorAnswer | undefined> {
  const arrival = { id: newId(), registration: id, at: new Date().toISOString(), ...(isHere ? {} : { undo: true }) }
  const [answer] = await (await ok(api.door.arrivals.$post({ json: { device: 'panel', arrivals: [arrival] } }))).json()
  const { arrivedAt = null, door = null } = answer ?? {}
  changeShown(id, { arrivedAt, door })
  void loadRegistrations()
  void refreshArrivals()
  return answer
}

/** Those of whom the door is being told: a second click is no second arrival. */
const telling = new Set<string>()

/** Marks somebody as arrived, or takes their arrivals back, and says how it went. */
export async function setArrived(registration: Registration, isHere: boolean, timeZone: string): Promise<void> {
  const { id, name } = registration
  if (telling.has(id)) return
  telling.add(id)
  await attempt('No se anotó', async () => {
    const answer = await tell(registration, isHere)
    const at = answer?.arrivedAt ? ` a las ${formatIn(timeZone, answer.arrivedAt, 'HH:mm')}` : ''
    const action = undoing(() => tell(registration, !isHere))
    return { title: isHere ? `${name} llegó${at}` : `${name} no ha llegado`, action }
  })
  telling.delete(id)
}
