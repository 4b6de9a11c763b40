import { useStore } from '@nanostores/react'
import { dayIn } from '../../text/dates.ts'
import { formatCount } from '../../text/format-count.ts'
import { Bars } from './Bars.tsx'
import { $days } from './registrations.ts'

/** As many bars as fit on a phone. */
const shownDays = 60

export function DayChart() {
  const { data = [] } = useStore($days)
  const days = data.slice(-shownDays).map(({ day, count }) => ({ at: day, name: dayIn(day, "d 'de' MMMM"), count }))
  const [first, last] = [days.at(0), days.at(-1)]
  // One bar would only repeat the number above it.
  if (!first || !last || days.length < 2) return null
  const best = days.reduce((highest, day) => (day.count > highest.count ? day : highest))

  return (
    <figure className="rounded-box max-sm:order-last bg-base-100 border-base-300 flex flex-col gap-3 border p-4">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <strong>Registros por día</strong>
        <span className="text-base-content/75">
          Máximo: {formatCount(best.count)} el {best.name}
        </span>
      </figcaption>
      <Bars
        label={`Registros por día: ${days.map(({ name, count }) => `${name}, ${count}`).join('; ')}`}
        bars={days}
        gap={0.25}
      />
      <p className="text-base-content/75 flex justify-between text-xs" aria-hidden="true">
        <span>{first.name}</span>
        <span>{last.name}</span>
      </p>
    </figure>
  )
}
