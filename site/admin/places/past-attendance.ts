import type { Edition } from '../../../data/editions/schema.ts'

const roundingPlacesCount = 10

/**
 * Returns null if no past edition counted arrivals. `places` is a cautious number of seats to offer, or null if it is not above
 * the capacity.
 */
export function pastAttendance(
  editions: readonly Pick<Edition, 'attendance'>[],
  capacity: number | null,
): { percent: number; places: number | null } | null {
  const counts = editions.flatMap(({ attendance }) => attendance ?? [])
  const seats = counts.reduce((sum, count) => sum + count.seats, 0)
  const arrived = counts.reduce((sum, count) => sum + count.arrived, 0)
  if (arrived === 0) return null
  const rate = arrived / seats
  // On average, `capacity / rate` would fill the venue exactly, so it would overfill the venue in half of all cases.
  const cautious = Math.floor(((capacity ?? 0) * (2 - rate)) / roundingPlacesCount) * roundingPlacesCount
  return { percent: Math.round(rate * 100), places: capacity !== null && cautious > capacity ? cautious : null }
}
