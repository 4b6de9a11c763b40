import { useStore } from '@nanostores/react'
import type { DoorSummary } from '../../../data/door/schema.ts'
import { quarterMs } from '../../../data/time.ts'
import { dayIn } from '../../text/dates.ts'
import { formatCount } from '../../text/format-count.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { registrationDays } from './registrations.ts'

/** Number of bars that fit on a phone. */
const maxDaysCount = 60

export function DayChart() {
  const { data = [] } = useStore(registrationDays.$loaded)
  const bars = data.slice(-maxDaysCount).map(({ day, count }) => ({ at: day, name: dayIn(day, "d 'de' MMMM"), count }))
  // A single bar would only repeat the total.
  if (bars.length < 2) return null
  return (
    <Chart
      title="Registros por día"
      Title="strong"
      preposition="el"
      bars={bars}
      gap={0.25}
      className="rounded-box max-sm:order-last bg-base-100 border-base-300 flex flex-col gap-3 border p-4"
    />
  )
}

const maxQuartersCount = 96

/** With fewer quarter hours, the bars would be too wide. */
const minQuartersCount = 16

export function ArrivalChart({ byQuarter }: Pick<DoorSummary, 'byQuarter'>) {
  const formatDate = useFormatDate()
  const dayOf = (at: string) => formatDate(at, 'yyyy-MM-dd')
  const last = byQuarter.at(-1)
  const quarters = byQuarter.filter(({ at }) => last && dayOf(at) === dayOf(last.at))
  const first = quarters[0]
  if (!first || !last) return null
  const counts = new Map(quarters.map(({ at, count }) => [Date.parse(at), count]))
  const length = Math.min(maxQuartersCount, (Date.parse(last.at) - Date.parse(first.at)) / quarterMs + 1)
  const bars = Array.from({ length }, (_, index) => {
    const at = Date.parse(first.at) + index * quarterMs
    return { at, name: formatDate(new Date(at).toISOString(), 'HH:mm'), count: counts.get(at) ?? 0 }
  })
  return (
    <Chart
      title="Llegadas por cuarto de hora"
      Title="span"
      preposition="a las"
      bars={bars}
      describedBars={bars.filter(({ count }) => count > 0)}
      gap={0.2}
      minBarsCount={minQuartersCount}
      className="flex flex-col gap-1"
    />
  )
}

type Bar = { at: string | number; name: string; count: number }

type Props = {
  title: string
  Title: 'strong' | 'span'
  preposition: string
  bars: readonly Bar[]
  describedBars?: readonly Bar[]
  gap: number
  minBarsCount?: number
  className: string
}

const heightPx = 48

function Chart({ title, Title, preposition, bars, describedBars = bars, gap, minBarsCount = 0, className }: Props) {
  const [first, last] = [bars.at(0), bars.at(-1)]
  if (!first || !last) return null
  const highest = bars.reduce((high, bar) => (bar.count > high.count ? bar : high))
  return (
    <figure className={className}>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <Title>{title}</Title>
        <span className="text-base-content/75">
          Máximo: {formatCount(highest.count)} {preposition} {highest.name}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${describedBars.map(({ name, count }) => `${name}, ${count}`).join('; ')}`}
        viewBox={`0 0 ${Math.max(bars.length, minBarsCount)} ${heightPx}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        {bars.map(({ at, name, count }, index) => {
          const sizePx = count === 0 ? 0.5 : Math.max(2, (count / highest.count) * heightPx)
          return (
            <rect
              key={at}
              x={index + gap / 2}
              y={heightPx - sizePx}
              width={1 - gap}
              height={sizePx}
              className={count === 0 ? 'fill-base-300' : 'fill-secondary'}
              data-tip={`${name}: ${count}`}
            />
          )
        })}
      </svg>
      <p className="text-base-content/75 flex justify-between text-xs" aria-hidden="true">
        <span>{first.name}</span>
        {bars.length >= minBarsCount && <span>{last.name}</span>}
      </p>
    </figure>
  )
}
