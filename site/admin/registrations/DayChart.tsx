import { useStore } from '@nanostores/react'
import type { DayCount } from '../../../data/registrations/days.ts'
import { dayIn } from '../../dates.ts'
import { formatCount } from '../../format-count.ts'
import { $days } from './registrations.ts'

/** The bars that fit on a phone. */
const shownDays = 60

const height = 48
const gap = 0.25

/** At noon UTC, so that no zone makes it another day. */
const label = (day: string) => dayIn(day, "d 'de' MMMM")

/** How many registered on each of the last days: a bar a day, and the same in words. */
export function DayChart() {
  const { data = [] } = useStore($days)
  const days = data.slice(-shownDays)
  const [first, last] = [days.at(0), days.at(-1)]
  // A single bar shows no more than the number above.
  if (!first || !last || days.length < 2) return null
  const best = days.reduce((most, day) => (day.count > most.count ? day : most))

  return (
    <figure className="rounded-box max-sm:order-last bg-base-100 border-base-300 flex flex-col gap-3 border p-4">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <strong>Registros por día</strong>
        <span className="text-base-content/75">
          Máximo: {formatCount(best.count)} el {label(best.day)}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`Registros por día: ${days.map(({ day, count }) => `${label(day)}, ${count}`).join('; ')}`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        {days.map((day, index) => (
          <Bar key={day.day} day={day} index={index} most={best.count} />
        ))}
      </svg>
      <p className="text-base-content/75 flex justify-between text-xs" aria-hidden="true">
        <span>{label(first.day)}</span>
        <span>{label(last.day)}</span>
      </p>
    </figure>
  )
}

function Bar({ day: { day, count }, index, most }: { day: DayCount; index: number; most: number }) {
  // A day with few is still seen beside one with many; one with none has a mark at the bottom.
  const size = count === 0 ? 0.5 : Math.max(2, (count / most) * height)
  return (
    <rect
      x={index + gap / 2}
      y={height - size}
      width={1 - gap}
      height={size}
      className={count === 0 ? 'fill-base-300' : 'fill-secondary'}
    >
      <title>{`${label(day)}: ${count}`}</title>
    </rect>
  )
}
