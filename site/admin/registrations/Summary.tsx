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
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
      {[...answers, ...(hasPlaces ? places : [])].map(({ label, means, count }) => (
        <div
          key={count}
          className="rounded-box bg-base-100 border-base-300 flex flex-col-reverse justify-end gap-x-2 border px-3 py-1 sm:flex-row-reverse sm:items-center"
        >
          <dt className="text-sm leading-snug" data-tip={means}>
            <span>{label}</span>
          </dt>
          <dd className="font-display text-xl font-bold tabular-nums sm:text-2xl">{countOrUnlimited(counts[count])}</dd>
        </div>
      ))}
    </dl>
  )
}

const countOrUnlimited = (count: number | null) =>
  count === null ? <span className="text-sm font-normal">sin límite</span> : formatCount(count)
