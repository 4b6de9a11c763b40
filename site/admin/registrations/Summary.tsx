import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import { formatCount } from '../../text/format-count.ts'

type Card = { label: string; means: string; count: Exclude<keyof RegistrationCounts, 'matching'> }

const answers: Card[] = [
  { label: 'Total Registros', means: 'toda la lista', count: 'total' },
  { label: 'Confirmados', means: 'confirmaron que vienen', count: 'confirmed' },
  { label: 'Pendientes', means: 'aún no confirman si vienen', count: 'pending' },
  { label: 'Acepta Marketing', means: 'quieren novedades', count: 'marketing' },
]

const places: Card[] = [
  { label: 'Con lugar', means: 'pueden venir', count: 'registered' },
  { label: 'En espera', means: 'aún sin lugar', count: 'waitlisted' },
  { label: 'Libres', means: 'lugares que quedan', count: 'free' },
  { label: 'Cancelados', means: 'ya no vienen', count: 'cancelled' },
]

export function Summary({ counts }: { counts: RegistrationCounts }) {
  const hasPlaces = counts.free !== null || counts.waitlisted > 0 || counts.cancelled > 0
  return (
    <div className="flex flex-col gap-2 sm:gap-3">
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
        {answers.map((card) => (
          <CountCard key={card.count} card={card} counts={counts} className="px-3 text-sm" />
        ))}
      </dl>
      {hasPlaces && (
        <dl className="grid grid-cols-4 gap-1 sm:gap-3">
          {places.map((card) => (
            <CountCard
              key={card.count}
              card={card}
              counts={counts}
              className="px-1 text-xs max-sm:text-center sm:px-3 sm:text-sm"
            />
          ))}
        </dl>
      )}
    </div>
  )
}

function CountCard({
  card: { label, means, count },
  counts,
  className,
}: {
  card: Card
  counts: RegistrationCounts
  className: string
}) {
  return (
    <div
      className={`rounded-box bg-base-100 border-base-300 flex flex-col-reverse justify-end gap-x-2 border py-1 sm:flex-row-reverse sm:items-center ${className}`}
    >
      <dt className="leading-snug" data-tip={means}>
        <span>{label}</span>
      </dt>
      <dd className="font-display text-xl font-bold tabular-nums sm:text-2xl">{countOrUnlimited(counts[count])}</dd>
    </div>
  )
}

const countOrUnlimited = (count: number | null) =>
  count === null ? <span className="text-sm font-normal">sin límite</span> : formatCount(count)
