type Line<Person> = {
  /** Null without a limit. */
  capacity: number | null
  waitingCount: number
  takenCount: () => number
  isOver: () => boolean
  /** People in the order in which they wait. */
  next: (limit: number) => readonly Person[]
  promote: (person: Person) => void
}

/** Gives free seats of the conference or of a session to those who wait longest. Returns their number. Expects a transaction. */
export function fillLine<Person>({ capacity, waitingCount, takenCount, isOver, next, promote }: Line<Person>): number {
  if (waitingCount === 0) return 0
  const freeCount = capacity === null ? waitingCount : capacity - takenCount()
  if (freeCount <= 0 || isOver()) return 0
  const people = next(freeCount)
  for (const person of people) promote(person)
  return people.length
}
