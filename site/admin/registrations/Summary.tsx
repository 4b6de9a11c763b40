import type { RegistrationCounts } from '../../../data/queries/registrations.ts'

const cards: { label: string; count: keyof RegistrationCounts }[] = [
  { label: 'Total Registros', count: 'total' },
  { label: 'Confirmados', count: 'confirmed' },
  { label: 'Pendientes', count: 'pending' },
  { label: 'Acepta Marketing', count: 'marketing' },
]

/** The four numbers over all registrations. */
export function Summary({ counts }: { counts: RegistrationCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {cards.map(({ label, count }) => (
        <div key={count} className="rounded-box bg-base-100 border-base-300 flex flex-col-reverse border p-4">
          <dt className="text-base-content/75 text-sm">{label}</dt>
          <dd className="font-display text-3xl font-bold tabular-nums">{counts[count].toLocaleString('es-GT')}</dd>
        </div>
      ))}
    </dl>
  )
}
