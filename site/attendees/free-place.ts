import type { DoorPlaces } from '../../data/door/schema.ts'

/** After the start, the seats of people who have not come are free. */
export function hasFreePlace(
  places: DoorPlaces | null,
  { expected, arrived }: { expected: number; arrived: number },
  now: number,
): boolean {
  if (places === null) return true
  return (now < Date.parse(places.start) ? expected : arrived) < places.capacity
}
