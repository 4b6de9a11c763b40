import type { DoorAnswer, DoorSummary } from '../../../data/door/schema.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { formatIn } from '../../text/dates.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { clockBehind } from '../calls/clock.ts'
import { createLoaded } from '../calls/loaded.ts'
import { undoing } from '../calls/undo.ts'
import { changeShown, loadRegistrations } from './registrations.ts'

/** The door in numbers, followed while it is shown. */
const summary = createLoaded<DoorSummary>(async () => {
  const answer = await ok(api.door.summary.$get())
  offset = clockBehind(answer)
  return answer.json()
})

/** Milliseconds by which this machine's clock is behind the server's, as phones say it. */
let offset = 0

export const $arrivals = summary.$loaded
export const refreshArrivals = summary.refresh

/** An id that nobody else gives: this page may be open without https, where browsers make no UUIDs. */
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Told = { id: string; answer: DoorAnswer | undefined }

/** Tells the door that somebody came, or what of them is taken back: all, or what was told under an id. Throws ApiError. */
async function tell({ id: registration, arrivedAt: shown }: Registration, undo?: string | true): Promise<Told> {
  const now = new Date(Date.now() + offset).toISOString()
  // What is seen here came before, whatever this clock says.
  const at = undo === true && shown !== null && shown > now ? shown : now
  const event = { id: newId(), registration, at, ...(undo && { undo }) }
  const [answer] = await (await ok(api.door.arrivals.$post({ json: { device: 'panel', arrivals: [event] } }))).json()
  const { arrivedAt = null, door = null } = answer ?? {}
  changeShown(registration, { arrivedAt, door })
  void loadRegistrations()
  void refreshArrivals()
  return { id: event.id, answer }
}

/** Those of whom the door is being told: a second click is no second arrival. */
const telling = new Set<string>()

/** Marks somebody as arrived, or takes their arrivals back, and says how it went. */
export async function setArrived(registration: Registration, isHere: boolean, timeZone: string): Promise<void> {
  const { id, name } = registration
  if (telling.has(id)) return
  telling.add(id)
  await attempt('No se anotó', async () => {
    const { id: told, answer } = await tell(registration, isHere ? undefined : true)
    const at = answer?.arrivedAt ? ` a las ${formatIn(timeZone, answer.arrivedAt, 'HH:mm')}` : ''
    // By its id: what a phone saw stays as it was.
    const action = undoing(() => tell(registration, told))
    return { title: isHere || at ? `${name} llegó${at}` : `${name} no ha llegado`, action }
  })
  telling.delete(id)
}
