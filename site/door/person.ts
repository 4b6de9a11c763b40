/** What a phone at the door knows of somebody, and what it says when they come. */
import type { DoorPerson } from '../../data/door/schema.ts'

/** Nothing else of the list is kept. */
export type Person = DoorPerson

/** A line of the phone's log. `at` is what its clock said, `offset` the milliseconds that this was behind the server's. */
export type DoorEvent = {
  id: string
  device: string
  seq: number
  registration: string
  at: string
  offset: number
  door: string
  /** The arrival that is taken back; true for all of this person until then, absent where somebody is let in. */
  undo?: string | true
  /** Who came unregistered. The e-mail stays until the server has it. */
  walkIn?: { name: string; company: string; email: string }
  /** Whether the server has it. */
  isSent: boolean
}

/** When it was by the server's clock, ISO 8601 in UTC. */
export const instantOf = ({ at, offset }: Pick<DoorEvent, 'at' | 'offset'>) => new Date(Date.parse(at) + offset).toISOString()

/** What the server knows of somebody, with what this phone has not told it yet, in the order of its log. */
export function withUnsent(person: Person, events: readonly DoorEvent[]): Person {
  let { arrivedAt, door } = person
  for (const event of events) {
    if (event.isSent || event.registration !== person.id) continue
    const at = instantOf(event)
    if (event.undo !== undefined) [arrivedAt, door] = [null, null]
    else if (!arrivedAt || at < arrivedAt) [arrivedAt, door] = [at, event.door]
  }
  return { ...person, arrivedAt, door }
}

/** What the screen says of a code, or of somebody who was chosen in the list. */
export type Answer = {
  kind: 'in' | 'waiting' | 'already' | 'cancelled' | 'unknown' | 'foreign' | 'undone'
  /** A word or two that are read from two metres away. */
  word: string
  text: string
  person?: Person
}

/** The answer for somebody of the list, as they are before they are let in. `timeOf` writes an instant as a time of day. */
export function answerFor(person: Person, timeOf: (at: string) => string): Answer {
  if (person.status === 'cancelled') return { kind: 'cancelled', word: 'Cancelado', text: 'Canceló su registro.', person }
  if (person.arrivedAt) {
    const where = person.door ? ` por ${person.door}` : ''
    return { kind: 'already', word: 'Ya entró', text: `Ya entró a las ${timeOf(person.arrivedAt)}${where}.`, person }
  }
  if (person.status === 'waitlisted') return { kind: 'waiting', word: 'En espera', text: 'Está en lista de espera.', person }
  return { kind: 'in', word: 'Adelante', text: '', person }
}

/** For a code that may well be a ticket of ours. */
export const unknownCode: Answer = { kind: 'unknown', word: 'No está', text: 'Este código es más nuevo que tu lista.' }

/** For one that is not in the list either that the server has now. */
export const goneCode: Answer = {
  kind: 'unknown',
  word: 'No está',
  text: 'No está en la lista de ahora: puede ser una entrada de antes o borrada. Busca por nombre.',
}

/** For a code that never is. */
export const foreignCode: Answer = { kind: 'foreign', word: 'Otro QR', text: 'No es una entrada de esta conferencia.' }

/** Writes instants as times of day in `timeZone`, such as '8:14'. */
export function timesIn(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('es-GT', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone })
  return (at) => format.format(new Date(at)).replace(/^0(?=\d:)/, '')
}
