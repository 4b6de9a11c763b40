import type { AgendaEvent } from '../../../data/content/schema.ts'
import { dayAfter } from '../../../data/zone.ts'
import { dayIn } from '../../text/dates.ts'

export const dayInWords = (day: string) => dayIn(day, "EEEE d 'de' MMMM")

export const shortDay = (day: string) => dayIn(day, 'EEE d')

/** An event on the conference's own day is stored with an empty day. */
export const storedDay = (day: string, eventDay: string) => (day === eventDay ? '' : day)

export function daysToChoose(events: readonly AgendaEvent[], eventDay: string): { value: string; label: string }[] {
  const nearbyDays = Array.from({ length: 9 }, (_, index) => dayAfter(eventDay, index - 2))
  const others = new Set([...nearbyDays, ...events.map(({ day }) => day)].filter((day) => day !== '' && day !== eventDay))
  const label = (day: string) =>
    day.slice(0, 4) === eventDay.slice(0, 4) ? dayInWords(day) : `${dayInWords(day)} de ${day.slice(0, 4)}`
  return [
    { value: '', label: `El día del evento: ${dayInWords(eventDay)}` },
    ...[...others].toSorted().map((day) => ({ value: day, label: label(day) })),
  ]
}
