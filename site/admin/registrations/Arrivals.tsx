import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DoorSummary } from '../../../data/door/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { arrivals } from './arrivals.ts'
import { ArrivalChart } from './Charts.tsx'
import { $filter, type Status, setFilter } from './registrations.ts'

export function Arrivals({ arrived }: { arrived: number }) {
  const { data } = useStore(arrivals.$loaded)
  const { status } = useStore($filter)
  const isPhone = useMedia('(width < 40rem)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `arrived` loads the curve again
  useEffect(() => void arrivals.refresh(), [arrived])
  if (!data || data.arrived === 0) return null
  const { expected, walkIns, missing, byDoor, doublesCount, doublesSeen } = data
  const toggle = (other: Status) => setFilter({ status: status === other ? 'all' : other })

  const curve = (
    <>
      <ArrivalChart byQuarter={data.byQuarter} />
      {byDoor.some(({ door }) => door !== '') && (
        <p className="text-sm">{byDoor.map(({ door, count }) => `${door || 'Sin puerta'}: ${formatCount(count)}`).join(' · ')}</p>
      )}
    </>
  )

  return (
    <section className="rounded-box bg-base-100 border-base-300 flex flex-col gap-3 border p-3 sm:p-4" aria-label="Llegadas">
      <div className="grid grid-cols-2 items-center gap-2 sm:flex sm:gap-x-4">
        <p className="col-span-2 me-auto">
          <strong className="font-display text-2xl font-bold tabular-nums">{formatCount(data.arrived)}</strong>{' '}
          {data.arrived === 1 ? 'llegó' : 'llegaron'}
          <span className="text-base-content/75"> de {formatCount(expected + walkIns)}</span>
          {walkIns > 0 && <span className="text-base-content/75 block text-sm">{formatCount(walkIns)} sin registro previo</span>}
        </p>
        <Button
          label="Ver quiénes llegaron"
          className={`btn btn-sm max-sm:h-auto max-sm:min-h-10 max-sm:py-1 ${status === 'arrived' ? 'btn-neutral' : ''}`}
          aria-pressed={status === 'arrived'}
          onClick={() => toggle('arrived')}
        />
        <Button
          label={`Ver quiénes faltan (${formatCount(missing)})`}
          className={`btn btn-sm max-sm:h-auto max-sm:min-h-10 max-sm:py-1 ${status === 'missing' ? 'btn-neutral' : ''}`}
          aria-pressed={status === 'missing'}
          onClick={() => toggle('missing')}
        />
      </div>
      {isPhone ? (
        <details className="text-sm">
          <summary className="cursor-pointer">A qué hora y por qué puerta</summary>
          {curve}
        </details>
      ) : (
        curve
      )}
      {doublesCount > 0 && <Doubles {...{ doublesCount, doublesSeen }} />}
    </section>
  )
}

/** A person can enter twice if a phone at the door had no network and did not get the first arrival. */
function Doubles({ doublesCount, doublesSeen }: Pick<DoorSummary, 'doublesCount' | 'doublesSeen'>) {
  const formatDate = useFormatDate()
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">
        {doublesCount === 1 ? 'Una persona entró dos veces' : `${formatCount(doublesCount)} personas entraron más de una vez`}
      </summary>
      {doublesCount > doublesSeen.length && <p className="mt-2">Se muestran las {doublesSeen.length} más recientes.</p>}
      <ul className="mt-2 flex flex-col gap-1">
        {doublesSeen.map(({ registration, name, at, doors }) => (
          <li key={registration} className="wrap-anywhere">
            <strong dir="auto" className="font-semibold">
              {name}
            </strong>
            : {at.map((time, index) => `${doors[index] ? `${doors[index]} ` : ''}${formatDate(time, 'HH:mm')}`).join(', ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
