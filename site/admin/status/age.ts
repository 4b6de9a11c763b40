const format = new Intl.RelativeTimeFormat('es', { style: 'narrow', numeric: 'always' })

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** In the largest whole unit: 'hace 3 s', 'hace 2 min'. `age` is in milliseconds. */
export function ago(age: number): string {
  const passed = Math.max(0, Math.floor(age / 1000))
  const { unit, seconds } = units.find((unit) => passed >= unit.seconds) ?? { unit: 'second', seconds: 1 }
  // Negative zero counts as past. Positive zero would read 'dentro de 0 s'.
  return format.format(-Math.floor(passed / seconds), unit)
}
