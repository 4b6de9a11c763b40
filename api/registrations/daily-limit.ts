import { dayMs } from '../../data/time.ts'

const maxAddresses = 100_000

export const dailyLimitOf = (perMinute: number) => 20 * perMinute || Number.POSITIVE_INFINITY

/** Each IP address has its own day, which begins with its first registration. `now` is monotonic milliseconds. */
export function createDailyLimit(perDay: () => number, now: () => number = () => performance.now()) {
  const days = new Map<string, { start: number; count: number }>()
  const current = (address: string) => {
    const day = days.get(address)
    if (day && now() - day.start < dayMs) return day
    days.delete(address)
    return null
  }

  return {
    /** Returns the seconds until the next attempt, or 0. */
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

/** Number of seats that one IP address may take in a day. It is at least six, the size of a family. */
export const seatShareOf = (capacity: number) => Math.max(6, Math.ceil(capacity * 0.6))
