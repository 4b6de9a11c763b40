import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import { formatCount } from '../ui/format-count.ts'

const cards: { label: string; means: string; count: keyof RegistrationCounts }[] = [
  { label: 'Total Registros', means: 'toda la lista', count: 'total' },
  { label: 'Confirmados', means: 'dijeron que vienen', count: 'confirmed' },
  { label: 'Pendientes', means: 'aún no lo dicen', count: 'pending' },
  { label: 'Acepta Marketing', means: 'quieren novedades', count: 'marketing' },
]

/** The four numbers over all registrations; and how they share the places, once somebody has none. */
export function Summary({ counts }: { counts: RegistrationCounts }) {
  return (
    <>
      <Numbers counts={counts} />
      {counts.waitlisted + counts.cancelled > 0 && (
        <p className="text-sm">
          Con lugar: {formatCount(counts.registered)} · En lista de espera: {formatCount(counts.waitlisted)} · Cancelados:{' '}
          {formatCount(counts.cancelled)}
        </p>
      )}
    </>
  )
}

function Numbers({ counts }: { counts: RegistrationCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {cards.map(({ label, means, count }) => (
        <div key={count} className="rounded-box bg-base-100 border-base-300 flex flex-col-reverse border px-4 py-2 sm:py-4">
          <dt className="text-sm leading-snug">
            <span>{label}</span>
            <span className="text-base-content/75 block text-xs">{means}</span>
          </dt>
          <dd className="font-display text-2xl font-bold tabular-nums sm:text-3xl">{formatCount(counts[count])}</dd>
        </div>
      ))}
    </dl>
  )
}
