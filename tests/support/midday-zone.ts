/** Returns a time zone in which it is midday now. Sessions an hour before and after now are then on one day. */
export function middayZone(): string {
  const hoursAhead = 12 - new Date().getUTCHours()
  // In these names the sign is reversed: Etc/GMT+6 is six hours behind UTC.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}
