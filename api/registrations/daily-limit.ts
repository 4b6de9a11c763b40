import { dayMs } from '../../data/time.ts'

/** Above it the oldest addresses are forgotten. */
const maxAddresses = 100_000

/** Twenty times the limit per minute, so that no address fills the disk. Unlimited for 0. */
export const dailyLimitOf = (perMinute: number) => 20 * perMinute || Number.POSITIVE_INFINITY

/** The day begins with the first count. `now` is monotonic milliseconds. */
export function createDailyLimit(perDay: () => number, now: () => number = () => performance.now()) {
  const days = new Map<string, { start: number; counted: number }>()
  const current = (address: string) => {
    const found = days.get(address)
    if (found && now() - found.start < dayMs) return found
    days.delete(address)
    return null
  }

  return {
    wait(address: string): number {
      const found = current(address)
      return found && found.counted >= perDay() ? Math.ceil((found.start + dayMs - now()) / 1000) : 0
    },
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
    uncount(address: string): void {
      const found = current(address)
      if (found) found.counted -= 1
    },
  }
}

/** Three fifths, at least a family. */
export const shareOf = (capacity: number) => Math.max(6, Math.ceil(capacity * 0.6))
