import type { DoorPerson } from '../../../data/door/schema.ts'

export type Person = DoorPerson

/** `at` is the phone's clock, `offset` the milliseconds it is behind the server. */
export type DoorEvent = {
  id: string
  device: string
  seq: number
  registration: string
  at: string
  offset: number
  door: string
  /** Id of the undone arrival; true for all earlier ones; absent for an arrival. */
  undo?: string | true
  /** The e-mail is deleted once the server has it. */
  walkIn?: { name: string; company: string; email: string }
  isSent: boolean
}

/** Server time, ISO 8601 in UTC. */
export const instantOf = ({ at, offset }: Pick<DoorEvent, 'at' | 'offset'>) => new Date(Date.parse(at) + offset).toISOString()

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

export type Answer = {
  kind: 'in' | 'waiting' | 'already' | 'cancelled' | 'unknown' | 'foreign' | 'undone'
  /** Readable from two metres. */
  word: string
  text: string
  person?: Person
}

/** `person` as they were before this arrival. `timeOf` formats an instant. */
export function answerFor(person: Person, timeOf: (at: string) => string): Answer {
  if (person.status === 'cancelled') return { kind: 'cancelled', word: 'Cancelado', text: 'Canceló su registro.', person }
  if (person.arrivedAt) {
    const where = person.door ? ` por ${person.door}` : ''
    return { kind: 'already', word: 'Ya entró', text: `Ya entró a las ${timeOf(person.arrivedAt)}${where}.`, person }
  }
  if (person.status === 'waitlisted') return { kind: 'waiting', word: 'En espera', text: 'Está en lista de espera.', person }
  return { kind: 'in', word: 'Adelante', text: '', person }
}

export const unknownCode: Answer = { kind: 'unknown', word: 'No está', text: 'Este código es más nuevo que tu lista.' }

export const goneCode: Answer = {
  kind: 'unknown',
  word: 'No está',
  text: 'No está en la lista de ahora: puede ser una entrada de antes o borrada. Busca por nombre.',
}

export const foreignCode: Answer = { kind: 'foreign', word: 'Otro QR', text: 'No es una entrada de esta conferencia.' }

export function timesIn(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('es-GT', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone })
  return (at) => format.format(new Date(at)).replace(/^0(?=\d:)/, '')
}
