import type { DoorPlaces } from '../../data/door/schema.ts'

/**
 * After the start, the seats of people who have not come are free. `takenCount` also counts people who were let in without a seat.
 */
export function hasFreePlace(
  places: DoorPlaces | null,
  { takenCount, arrived }: { takenCount: number; arrived: number },
  now: number,
): boolean {
  if (places === null) return true
  return (now < Date.parse(places.start) ? takenCount : arrived) < places.capacity
}
