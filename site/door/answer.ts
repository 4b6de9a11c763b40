import type { DoorPerson } from '../../data/door/schema.ts'

export type Answer = {
  kind: 'in' | 'waiting' | 'already' | 'cancelled' | 'unknown' | 'foreign' | 'undone'
  word: string
  text: string
  person?: DoorPerson
}

export const cancelledAnswer = (person: DoorPerson): Answer =>
  person.isPassedOn
    ? { kind: 'cancelled', word: 'No es válida', text: 'Pasó a otra persona.', person }
    : { kind: 'cancelled', word: 'Cancelado', text: 'Canceló su registro.', person }

/** `person` is the person's state before this arrival. */
export function answerFor(person: DoorPerson, timeOf: (at: string) => string, hasFreePlace = () => true): Answer {
  if (person.status === 'cancelled') return cancelledAnswer(person)
  if (person.arrivedAt) {
    const where = person.door ? ` por ${person.door}` : ''
    return { kind: 'already', word: 'Ya entró', text: `Ya entró a las ${timeOf(person.arrivedAt)}${where}.`, person }
  }
  if (person.isUnconfirmed && person.status === 'waitlisted') {
    const text = hasFreePlace() ? 'No confirmó; hay lugar.' : 'No confirmó; espera un momento.'
    return { kind: 'waiting', word: 'No confirmó', text, person }
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
