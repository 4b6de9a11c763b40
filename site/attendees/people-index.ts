import type { DoorPerson } from '../../data/door/schema.ts'
import { createSearch, type Search } from './search.ts'

export type PeopleIndex = ReturnType<typeof createPeopleIndex>

export function createPeopleIndex() {
  const peopleById = new Map<string, DoorPerson>()
  const idsByCode = new Map<string, string>()
  let search: Search | undefined

  function usedSearch(): Search {
    search ??= createSearch(peopleById.values())
    return search
  }

  function unlink(id: string): void {
    const person = peopleById.get(id)
    if (!person) return
    peopleById.delete(id)
    for (const code of codesOf(person)) if (idsByCode.get(code) === id) idsByCode.delete(code)
  }

  return {
    person: (id: string) => peopleById.get(id),
    withTicket: (code: string) => peopleById.get(idsByCode.get(code) ?? ''),
    people: () => peopleById.values(),
    all: () => [...peopleById.values()],
    counts() {
      const people = [...peopleById.values()]
      return {
        expected: people.filter(({ status }) => status === 'registered').length,
        arrived: people.filter(({ arrivedAt }) => arrivedAt).length,
      }
    },
    takenCount: () => [...peopleById.values()].filter(({ status, arrivedAt }) => status === 'registered' || arrivedAt).length,
    find: (query: string) =>
      usedSearch()
        .find(query)
        .flatMap((id) => peopleById.get(id) ?? []),
    prepareFind: (maxMs: number) => usedSearch().prepare(maxMs),
    put(person: DoorPerson): void {
      unlink(person.id)
      peopleById.set(person.id, person)
      for (const code of codesOf(person)) idsByCode.set(code, person.id)
      search?.put(person)
    },
    remove(id: string): void {
      unlink(id)
      search?.remove(id)
    },
    clear(): void {
      peopleById.clear()
      idsByCode.clear()
      search = undefined
    },
  }
}

const codesOf = ({ ticket, former = [] }: DoorPerson) => (ticket ? [ticket, ...former] : former)
