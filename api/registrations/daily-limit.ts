import { dayMs } from '../../data/time.ts'

/** More addresses drop the oldest ones. */
const maxAddresses = 100_000

/** Twenty times the limit per minute, so that no address fills the disk. No limit for 0. */
export const dailyLimitOf = (perMinute: number) => 20 * perMinute || Number.POSITIVE_INFINITY

/** Counts for each address. Its day begins with the first count. `now` is monotonic milliseconds. */
export function createDailyLimit(perDay: () => number, now: () => number = () => performance.now()) {
  const days = new Map<string, { start: number; count: number }>()
  const current = (address: string) => {
    const day = days.get(address)
    if (day && now() - day.start < dayMs) return day
    days.delete(address)
    return null
  }

  return {
    /** Returns the seconds until the address may try again, or 0. */
    wait(address: string): number {
      const day = current(address)
      return day && day.count >= perDay() ? Math.ceil((day.start + dayMs - now()) / 1000) : 0
    },
    count(address: string): void {
      const { start, count } = current(address) ?? { start: now(), count: 0 }
      const [oldest] = days.keys()
      if (count === 0 && days.size >= maxAddresses && oldest !== undefined) days.delete(oldest)
      days.set(address, { start, count: count + 1 })
    },
    uncount(address: string): void {
      const day = current(address)
      if (day) day.count -= 1
    },
  }
}

/** Seats that one address may take in a day: three fifths, or six for a family. */
export const seatShareOf = (capacity: number) => Math.max(6, Math.ceil(capacity * 0.6))
