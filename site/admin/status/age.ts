import { dayMs, hourMs, minuteMs, secondMs } from '../../../data/time.ts'

const format = new Intl.RelativeTimeFormat('es', { style: 'narrow', numeric: 'always' })

const second = { unit: 'second', unitMs: secondMs } as const

const units = [
  { unit: 'day', unitMs: dayMs },
  { unit: 'hour', unitMs: hourMs },
  { unit: 'minute', unitMs: minuteMs },
] as const

export function ago(ageMs: number): string {
  const { unit, unitMs } = units.find((unit) => ageMs >= unit.unitMs) ?? second
  // `Intl` formats -0 as past. With 0 the text would be 'dentro de 0 s'.
  return format.format(-Math.floor(Math.max(0, ageMs) / unitMs), unit)
}
