import type { DoorPerson } from '../../data/door/schema.ts'
import { maxResults } from '../attendees/search.ts'
import { arrivalAt, seatIn } from '../attendees/session-seats.ts'
import { any, create, input } from './dom.ts'

type Options = {
  find(query: string): DoorPerson[]
  timeOf(at: string): string
  /** Empty at the conference's door. */
  sessionId(): string
  onChoose(person: DoorPerson): void
}

export function createListView({ find, timeOf, sessionId, onChoose }: Options): () => void {
  const query = input('query')
  const list = any('people')
  let people: DoorPerson[] = []
  let drawn = ''

  function show(): void {
    const isQuery = query.value.trim() !== ''
    people = isQuery ? find(query.value) : []
    // Redraws only after a change, because a redraw would lose the focus and interrupt a touch.
    const now = JSON.stringify([isQuery, people.map((person) => [person.id, person.name, person.company, stateOf(person)])])
    if (now === drawn) return
    drawn = now
    list.replaceChildren(...people.map(row))
    any('found').textContent = isQuery ? countText(people.length) : 'Escribe un nombre: también vale con un error.'
  }

  function row(person: DoorPerson, index: number): HTMLLIElement {
    const item = document.createElement('li')
    const button = create('button', { type: 'button', className: 'door-person' })
    const names = document.createElement('span')
    names.append(
      create('strong', { dir: 'auto', textContent: person.name }),
      create('small', { dir: 'auto', textContent: person.company }),
    )
    button.dataset.index = String(index)
    button.append(names, create('span', { className: 'door-state', textContent: stateOf(person) }))
    item.append(button)
    return item
  }

  function stateOf(person: DoorPerson): string {
    const { status, isUnconfirmed, isPassedOn } = person
    if (status === 'cancelled') return isPassedOn ? 'Pasó a otra persona' : 'Cancelado'
    const arrivedAt = arrivalAt(person, sessionId())
    if (arrivedAt) return `Entró ${timeOf(arrivedAt)}`
    const seat = seatIn(person, sessionId())?.status
    if (seat === 'seated') return 'Con lugar'
    if (isUnconfirmed && status === 'waitlisted') return 'No confirmó'
    return seat === 'waiting' || status === 'waitlisted' ? 'En espera' : ''
  }

  query.addEventListener('input', show)
  query.addEventListener('focus', () => query.select())
  list.addEventListener('click', ({ target }) => {
    const index = target instanceof Element ? target.closest('button')?.dataset.index : undefined
    const person = index === undefined ? undefined : people[Number(index)]
    if (person) onChoose(person)
  })
  show()
  return show
}

function countText(people: number): string {
  if (people === 0) return 'Nadie con ese nombre.'
  return people === 1 ? '1 persona' : people === maxResults ? `Las primeras ${maxResults}` : `${people} personas`
}
