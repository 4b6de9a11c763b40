import { dayMs } from '../../data/time.ts'

/** Addresses that are counted at once; of more, those that came first are forgotten. */
const maxAddresses = 100_000

/**
 * What an address may store in a day is twenty times what it may do in a minute, so that nobody can fill the disk within the limit
 * of a minute; without a limit where that is 0.
 */
export const dailyLimitOf = (perMinute: number) => 20 * perMinute || Number.POSITIVE_INFINITY

/**
 * How many of something one address has in a day: at most `perDay()`, counted from its first one. `now` in milliseconds, by a
 * clock that does not jump.
 */
export function createDailyLimit(perDay: () => number, now: () => number = () => performance.now()) {
  const days = new Map<string, { start: number; counted: number }>()
  const current = (address: string) => {
    const found = days.get(address)
    if (found && now() - found.start < dayMs) return found
    days.delete(address)
    return null
  }

  return {
    /** The seconds until an address may have one more; 0 when it may. */
    wait(address: string): number {
      const found = current(address)
      return found && found.counted >= perDay() ? Math.ceil((found.start + dayMs - now()) / 1000) : 0
    },
    /** Counts one of an address. */
    count(address: string): void {
      const found = current(address)
      if (found) {
        found.counted += 1
        return
      }
      const [oldest] = days.keys()
      if (days.size >= maxAddresses && oldest !== undefined) days.delete(oldest)
      days.set(address, { start: now(), counted: 1 })
    },
    /** One that was counted did not come to be. */
    uncount(address: string): void {
      const found = current(address)
      if (found) found.counted -= 1
    },
  }
}

/** How many of the places one address may have in a day: three fifths, or a family. */
export const shareOf = (capacity: number) => Math.max(6, Math.ceil(capacity * 0.6))
