import { useStore } from '@nanostores/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Registration } from '../../../data/schema.ts'
import { DayChart } from '../registrations/DayChart.tsx'
import { Filters } from '../registrations/Filters.tsx'
import { RegistrationDetail } from '../registrations/RegistrationDetail.tsx'
import { RegistrationTable } from '../registrations/RegistrationTable.tsx'
import { Summary } from '../registrations/Summary.tsx'
import { Trash } from '../registrations/Trash.tsx'
import { $registrations, loadRegistrations, setFilter } from '../stores/registrations.ts'
import type { TabProps } from '../tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'

/** Who has registered: numbers, search, confirmation, export. */
export function Registrations({ timeZone }: TabProps) {
  const loaded = useStore($registrations)
  const [open, setOpen] = useState<Registration | null>(null)
  const [isTrashOpen, setIsTrashOpen] = useState(false)

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
            <button type="button" className="btn btn-ghost btn-sm self-end" onClick={() => setIsTrashOpen(true)}>
              <Trash2 className="size-4" aria-hidden="true" />
              Papelera
            </button>
          </>
        )}
      </Loading>
      {/* Not the list's own row: confirmed from the list of pending ones, it is gone from there. */}
      {open && <RegistrationDetail registration={open} timeZone={timeZone} onChange={setOpen} onClose={() => setOpen(null)} />}
      {isTrashOpen && <Trash timeZone={timeZone} onClose={() => setIsTrashOpen(false)} />}
    </section>
  )
}
