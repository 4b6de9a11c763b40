import type { DoorPerson } from '../../data/door/schema.ts'
import { arrivalAt, withSessionArrival } from './session-seats.ts'
import type { DoorEvent, Settings } from './store.ts'

type EventDetails = Pick<DoorEvent, 'undo' | 'walkIn'>

export type EventLog = ReturnType<typeof createEventLog>

export function createEventLog(now: () => number, newId: () => string) {
  let events: DoorEvent[] = []

  return {
    replace(stored: DoorEvent[]): void {
      events = stored
    },
    unsent: () => events.filter(({ isSent }) => !isSent),
    sentWalkIns: () => events.filter(({ walkIn, isSent }) => walkIn && isSent),
    /** Returns the id of the arrival to undo, or true if another phone recorded it. */
    undoOf(person: DoorPerson, session: string): string | true {
      const arrival = events.findLast(
        (event) => event.registration === person.id && event.undo === undefined && (event.session ?? '') === session,
      )
      return arrival && serverTimeOf(arrival) === arrivalAt(person, session) ? arrival.id : true
    },
    add(person: DoorPerson, details: EventDetails, { device, door, offset, syncedAt, session }: Settings): DoorEvent {
      const last = events.findLast(({ registration }) => registration === person.id)
      // A door event is never earlier than the recorded arrival, even if another phone's clock was ahead.
      const after = Math.max(last ? Date.parse(serverTimeOf(last)) + 1 : 0, Date.parse(arrivalAt(person, session) ?? '') || 0)
      // A door event is never earlier than the last sync, because a restarted phone's clock may be years behind.
      const earliest = Math.max(after - offset, Date.parse(syncedAt) || 0)
      const at = new Date(Math.max(now(), earliest)).toISOString()
      const id = details.walkIn ? person.id : newId()
      const seq = (events.at(-1)?.seq ?? 0) + 1
      const event = {
        id,
        device,
        seq,
        registration: person.id,
        at,
        offset,
        door,
        isSent: false,
        ...(session && { session }),
        ...details,
      }
      events.push(event)
      return event
    },
    markSent(sent: readonly DoorEvent[]): DoorEvent[] {
      const sentIds = new Set(sent.map(({ id }) => id))
      events = events.map((event) => (sentIds.has(event.id) ? asSent(event) : event))
      return sent.map(asSent)
    },
  }
}

function asSent({ walkIn, ...event }: DoorEvent): DoorEvent {
  return { ...event, ...(walkIn && { walkIn: { ...walkIn, email: '' } }), isSent: true }
}

const serverTimeOf = ({ at, offset }: Pick<DoorEvent, 'at' | 'offset'>) => new Date(Date.parse(at) + offset).toISOString()

export function withUnsent(person: DoorPerson, events: readonly DoorEvent[]): DoorPerson {
  let changed = person
  for (const { isSent, registration, undo, door, session = '', ...time } of events) {
    if (isSent || registration !== person.id) continue
    const at = serverTimeOf(time)
    const before = arrivalAt(changed, session)
    if (undo === undefined && before !== null && before <= at) continue
    const arrivedAt = undo === undefined ? at : null
    if (session) changed = withSessionArrival(changed, session, arrivedAt)
    else changed = { ...changed, arrivedAt, door: undo === undefined ? door : null }
  }
  return changed
}
