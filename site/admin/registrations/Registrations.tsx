import { useStore } from '@nanostores/react'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { DayChart } from './DayChart.tsx'
import type { Proof } from './deleted-registrations.ts'
import { $opened } from './desk.ts'
import { ErasureProof } from './ErasureProof.tsx'
import { Filters } from './Filters.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { RegistrationDetail } from './RegistrationDetail.tsx'
import { RegistrationTable } from './RegistrationTable.tsx'
import { $registrations, loadRegistrations, setFilter } from './registrations.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { Similar } from './Similar.tsx'
import { Summary } from './Summary.tsx'
import { Trash } from './Trash.tsx'

/** Who has registered: numbers, search, confirmation, export, and what a desk needs now and then. */
export function Registrations({ timeZone }: TabProps) {
  const loaded = useStore($registrations)
  const opened = useStore($opened)
  const [dialog, setDialog] = useState<'add' | 'similar' | 'trash' | null>(null)
  const [proof, setProof] = useState<Proof | null>(null)
  const close = () => setDialog(null)

  return (
    <section className="flex flex-col gap-5" aria-label="Registros">
      <Loading loaded={loaded} onRetry={loadRegistrations}>
        {({ registrations, counts, filter }) => (
          <>
            <h2 className="sr-only">Personas registradas</h2>
            <Summary counts={counts} />
            <DayChart />
            <Filters onAdd={() => setDialog('add')} />
            <div className="desk-list">
              {registrations.length === 0 ? (
                <p className="panel-empty">
                  {counts.total === 0 ? 'No hay registros aún' : 'No se encontraron registros con los filtros aplicados'}
                </p>
              ) : (
                <RegistrationTable registrations={registrations} timeZone={timeZone} />
              )}
            </div>
            <Pagination page={filter.page} matching={counts.matching} onOpen={(page) => setFilter({ page })} />
            <SelectionBar matching={counts.matching} />
            <div className="flex flex-wrap gap-2 sm:justify-end">
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => setDialog('similar')}>
                <Copy className="size-4" aria-hidden="true" />
                Posibles repetidos
              </button>
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => setDialog('trash')}>
                <Trash2 className="size-4" aria-hidden="true" />
                Papelera
              </button>
            </div>
          </>
        )}
      </Loading>
      {/* Not the list's own row: confirmed from the list of pending ones, it is gone from there. */}
      {opened && <RegistrationDetail key={opened.id} registration={opened} timeZone={timeZone} onErased={setProof} />}
      {dialog === 'add' && <PersonDialog registration={null} onClose={close} />}
      {dialog === 'similar' && <Similar timeZone={timeZone} onClose={close} />}
      {dialog === 'trash' && <Trash timeZone={timeZone} onClose={close} />}
      {proof && <ErasureProof proof={proof} timeZone={timeZone} onClose={() => setProof(null)} />}
    </section>
  )
}
