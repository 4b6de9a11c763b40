/** SQL that leaves out people of an ended edition who are not archived yet, so that they get no seats and no mails. */
export const currentPeople = `registrations.registrationDate > coalesce(
  (SELECT max(finishedAt) FROM editions WHERE undoneAt IS NULL AND apartAt IS NULL), '')`

type Line<Person> = {
  capacity: number | null
  waitingCount: number
  takenCount: () => number
  isOver: () => boolean
  next: (limit: number) => readonly Person[]
  promote: (person: Person) => void
}

/** Gives free seats of the conference or of a session to waiting people. Returns the number of these people. */
export function fillLine<Person>({ capacity, waitingCount, takenCount, isOver, next, promote }: Line<Person>): number {
  if (waitingCount === 0) return 0
  const freeCount = capacity === null ? waitingCount : capacity - takenCount()
  if (freeCount <= 0 || isOver()) return 0
  const people = next(freeCount)
  for (const person of people) promote(person)
  return people.length
}
