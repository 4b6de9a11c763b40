import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { use } from 'react'
import { daysOf } from '../../../data/programme/days.ts'
import { minuteMs } from '../../../data/time.ts'
import { dayOf } from '../../../data/zone.ts'
import { $now } from '../calls/clock.ts'
import { collections } from '../content/collections.ts'
import { sections } from '../content/sections.ts'
import { TimeZoneContext } from '../shell/time-zone.ts'

/** Minutes since 1970. Unlike `$now`, which changes every second, this store changes once a minute. */
const $minuteCount = computed($now, (now) => Math.floor(now / minuteMs))

export function useIsEventDay(): boolean {
  const timeZone = use(TimeZoneContext)
  const { data: hero } = useStore(sections.hero.$loaded)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const minuteCount = useStore($minuteCount)
  const today = dayOf(timeZone, new Date(minuteCount * minuteMs).toISOString())
  if (!hero) return false
  const eventDay = dayOf(timeZone, hero.value.eventDate)
  return today === eventDay || daysOf(events, eventDay).some(({ day }) => day === today)
}
