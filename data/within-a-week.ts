const week = 7 * 24 * 60 * 60 * 1000

/** Whether an instant is a week away or less (both ISO 8601): from then on the panel says what will happen. */
export const isWithinAWeek = (at: string, now: string) => Date.parse(at) - Date.parse(now) <= week
