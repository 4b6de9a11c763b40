import { any, input } from './dom.ts'
import type { Person } from './list/person.ts'
import { maxResults } from './list/search.ts'

type Options = { find(query: string): Person[]; timeOf(at: string): string; onChoose(person: Person): void }

export function createListView({ find, timeOf, onChoose }: Options): () => void {
  const query = input('query')
  const list = any('people')
  let people: Person[] = []
  let drawn = ''

  function show(): void {
    const isQuery = query.value.trim() !== ''
    people = isQuery ? find(query.value) : []
    // Redraws only changes, so that each sync keeps the focus and a touch.
    const now = JSON.stringify([isQuery, people.map((person) => [person.id, person.name, person.company, stateOf(person)])])
    if (now === drawn) return
    drawn = now
    list.replaceChildren(...people.map(row))
    any('found').textContent = isQuery ? countText(people.length) : 'Escribe un nombre: también vale con un error.'
  }

  function row(person: Person, index: number): HTMLLIElement {
    const [item, button, who, name, company, state] = [
      document.createElement('li'),
      document.createElement('button'),
      document.createElement('span'),
      document.createElement('strong'),
      document.createElement('small'),
      document.createElement('span'),
    ]
    button.type = 'button'
    button.className = 'door-person'
    button.dataset.index = String(index)
    state.className = 'door-state'
    name.dir = 'auto'
    name.textContent = person.name
    company.dir = 'auto'
    company.textContent = person.company
    state.textContent = stateOf(person)
    who.append(name, company)
    button.append(who, state)
    item.append(button)
    return item
  }

  function stateOf({ status, arrivedAt }: Person): string {
    if (status === 'cancelled') return 'Cancelado'
    if (arrivedAt) return `Entró ${timeOf(arrivedAt)}`
    return status === 'waitlisted' ? 'En espera' : ''
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
