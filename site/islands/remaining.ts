type Remaining = { days: number; hours: number; minutes: number; seconds: number }

/** `target` and `now` are Unix milliseconds. */
export function remaining(target: number, now: number): Remaining {
  const seconds = Math.max(0, Math.ceil((target - now) / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
