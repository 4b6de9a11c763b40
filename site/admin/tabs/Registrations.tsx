import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Registration } from '../../../data/schema.ts'
import { DayChart } from '../registrations/DayChart.tsx'
import { Filters } from '../registrations/Filters.tsx'
import { RegistrationDetail } from '../registrations/RegistrationDetail.tsx'
import { RegistrationTable } from '../registrations/RegistrationTable.tsx'
import { Summary } from '../registrations/Summary.tsx'
import { $registrations, loadRegistrations, setFilter } from '../stores/registrations.ts'
import type { TabProps } from '../tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'

/** Who has registered: numbers, search, confirmation, export. */
export function Registrations({ timeZone }: TabProps) {
  const loaded = useStore($registrations)
  const [open, setOpen] = useState<Registration | null>(null)

  return (
    <section className="flex flex-col gap-5" aria-label="Registros">
      <Loading loaded={loaded} onRetry={loadRegistrations}>
        {({ registrations, counts, filter }) => (
          <>
            <Summary counts={counts} />
            <DayChart />
            <Filters />
            {registrations.length === 0 ? (
              <p className="panel-empty">
                {counts.total === 0 ? 'No hay registros aún' : 'No se encontraron registros con los filtros aplicados'}
              </p>
            ) : (
              <RegistrationTable registrations={registrations} timeZone={timeZone} onOpen={setOpen} />
            )}
            <Pagination page={filter.page} matching={counts.matching} onOpen={(page) => setFilter({ page })} />
          </>
        )}
      </Loading>
      {/* Not the list's own row: confirmed from the list of pending ones, it is gone from there. */}
      {open && <RegistrationDetail registration={open} timeZone={timeZone} onChange={setOpen} onClose={() => setOpen(null)} />}
    </section>
  )
}
