import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import { daysOf } from '../../../data/programme/days.ts'
import { minuteMs } from '../../../data/time.ts'
import { dayOf } from '../../../data/zone.ts'
import { $now } from '../calls/clock.ts'
import { collections } from '../content/collections.ts'
import { sections } from '../content/sections.ts'

/** Minutes since 1970, so that the store changes once a minute. */
const $minuteCount = computed($now, (now) => Math.floor(now / minuteMs))

/** `day` and `eventDay` are yyyy-MM-dd. */
export const isDayOf = (day: string, eventDay: string, events: readonly AgendaEvent[]): boolean =>
  day === eventDay || daysOf(events, eventDay).some((other) => other.day === day)

export function useIsEventDay(timeZone: string): boolean {
  const { data: hero } = useStore(sections.hero.$loaded)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const minuteCount = useStore($minuteCount)
  const today = dayOf(timeZone, new Date(minuteCount * minuteMs).toISOString())
  return hero !== undefined && isDayOf(today, dayOf(timeZone, hero.value.eventDate), events)
}
