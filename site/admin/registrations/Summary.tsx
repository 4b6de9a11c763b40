import type { RegistrationCounts } from '../../../data/queries/registrations.ts'

const cards: { label: string; count: keyof RegistrationCounts }[] = [
  { label: 'Total Registros', count: 'total' },
  { label: 'Confirmados', count: 'confirmed' },
  { label: 'Pendientes', count: 'pending' },
  { label: 'Acepta Marketing', count: 'marketing' },
]

/** The four numbers over all registrations; and how they share the places, once somebody has none. */
export function Summary({ counts }: { counts: RegistrationCounts }) {
  return (
    <>
      <Numbers counts={counts} />
      {counts.waitlisted + counts.cancelled > 0 && (
        <p className="text-sm">
          Con lugar: {written(counts.registered)} · En lista de espera: {written(counts.waitlisted)} · Cancelados:{' '}
          {written(counts.cancelled)}
        </p>
      )}
    </>
  )
}

function Numbers({ counts }: { counts: RegistrationCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {cards.map(({ label, count }) => (
        <div key={count} className="rounded-box bg-base-100 border-base-300 flex flex-col-reverse border p-4">
          <dt className="text-base-content/75 text-sm">{label}</dt>
          <dd className="font-display text-3xl font-bold tabular-nums">{written(counts[count])}</dd>
        </div>
      ))}
    </dl>
  )
}

const written = (count: number) => count.toLocaleString('es-GT')
