import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DoorSummary } from '../../../data/door/schema.ts'
import { quarterMs } from '../../../data/time.ts'
import { formatIn } from '../../text/dates.ts'
import { formatCount } from '../../text/format-count.ts'
import { $arrivals, refreshArrivals } from './arrivals.ts'
import { Bars } from './Bars.tsx'
import { $filter, type Status, setFilter } from './registrations.ts'

/** One day in quarters of an hour. */
const maxBarsCount = 96

/** Fewer bars than this would be too wide. */
const minBarsCount = 16

type Props = { arrived: number; timeZone: string }

/** Hidden until somebody arrives. A new `arrived` reloads the numbers. */
export function Arrivals({ arrived, timeZone }: Props) {
  const { data } = useStore($arrivals)
  const { status } = useStore($filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other number has another curve
  useEffect(() => void refreshArrivals(), [arrived])
  if (!data || data.arrived === 0) return null
  const { expected, walkIns, missing, byDoor, doublesSeen } = data
  const toggle = (other: Status) => setFilter({ status: status === other ? 'all' : other })

  return (
    <section className="rounded-box bg-base-100 border-base-300 flex flex-col gap-3 border p-4" aria-label="Llegadas">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="me-auto">
          <strong className="font-display text-2xl font-bold tabular-nums">{formatCount(data.arrived)}</strong>{' '}
          {data.arrived === 1 ? 'llegó' : 'llegaron'}
          <span className="text-base-content/75"> de {formatCount(expected + walkIns)}</span>
          {walkIns > 0 && <span className="text-base-content/75 block text-sm">{formatCount(walkIns)} sin registro previo</span>}
        </p>
        <button
          type="button"
          className={`btn btn-sm ${status === 'arrived' ? 'btn-neutral' : ''}`}
          aria-pressed={status === 'arrived'}
          onClick={() => toggle('arrived')}
        >
          Ver quiénes llegaron
        </button>
        <button
          type="button"
          className={`btn btn-sm ${status === 'missing' ? 'btn-neutral' : ''}`}
          aria-pressed={status === 'missing'}
          onClick={() => toggle('missing')}
        >
          Ver quiénes faltan ({formatCount(missing)})
        </button>
      </div>
      <Curve byQuarter={data.byQuarter} timeZone={timeZone} />
      {byDoor.some(({ door }) => door !== '') && (
        <p className="text-sm">{byDoor.map(({ door, count }) => `${door || 'Sin puerta'}: ${formatCount(count)}`).join(' · ')}</p>
      )}
      {doublesSeen.length > 0 && <Doubles doublesSeen={doublesSeen} timeZone={timeZone} />}
    </section>
  )
}

/** Shows the last day with arrivals. */
function Curve({ byQuarter, timeZone }: Pick<DoorSummary, 'byQuarter'> & { timeZone: string }) {
  const dayOf = (at: string) => formatIn(timeZone, at, 'yyyy-MM-dd')
  const timeOf = (at: number) => formatIn(timeZone, new Date(at).toISOString(), 'HH:mm')
  const last = byQuarter.at(-1)
  const ofDay = byQuarter.filter(({ at }) => last && dayOf(at) === dayOf(last.at))
  const first = ofDay[0]
  if (!first || !last) return null
  const counts = new Map(ofDay.map(({ at, count }) => [Date.parse(at), count]))
  const length = Math.min(maxBarsCount, (Date.parse(last.at) - Date.parse(first.at)) / quarterMs + 1)
  const bars = Array.from({ length }, (_, index) => {
    const at = Date.parse(first.at) + index * quarterMs
    return { at, name: timeOf(at), count: counts.get(at) ?? 0 }
  })
  const best = bars.reduce((highest, bar) => (bar.count > highest.count ? bar : highest))
  const words = ofDay.map(({ at, count }) => `${timeOf(Date.parse(at))}, ${count}`).join('; ')

  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>Llegadas por cuarto de hora</span>
        <span className="text-base-content/75">
          Máximo: {formatCount(best.count)} a las {best.name}
        </span>
      </figcaption>
      <Bars label={`Llegadas por cuarto de hora: ${words}`} bars={bars} gap={0.2} room={minBarsCount} />
      <p className="text-base-content/75 flex justify-between text-xs" aria-hidden="true">
        <span>{timeOf(Date.parse(first.at))}</span>
        {length >= minBarsCount && <span>{timeOf(Date.parse(last.at))}</span>}
      </p>
    </figure>
  )
}

/** People let in by two phones that were offline. */
function Doubles({ doublesSeen, timeZone }: Pick<DoorSummary, 'doublesSeen'> & { timeZone: string }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">
        {doublesSeen.length === 1
          ? 'Una persona entró dos veces'
          : `${formatCount(doublesSeen.length)} personas entraron más de una vez`}
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {doublesSeen.map(({ registration, name, at, doors }) => (
          <li key={registration} className="wrap-anywhere">
            <strong dir="auto" className="font-semibold">
              {name}
            </strong>
            :{' '}
            {at.map((time, index) => `${doors[index] ? `${doors[index]} ` : ''}${formatIn(timeZone, time, 'HH:mm')}`).join(', ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
