import { useStore } from '@nanostores/react'
import { Copy, IdCard, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { Arrivals } from '../registrations/Arrivals.tsx'
import { Badges } from '../registrations/Badges.tsx'
import { DayChart } from '../registrations/DayChart.tsx'
import type { Proof } from '../registrations/deleted-registrations.ts'
import { ErasureProof } from '../registrations/ErasureProof.tsx'
import { Filters } from '../registrations/Filters.tsx'
import { PersonDialog } from '../registrations/PersonDialog.tsx'
import { PrintedList } from '../registrations/PrintedList.tsx'
import { RegistrationDetail } from '../registrations/RegistrationDetail.tsx'
import { RegistrationTable } from '../registrations/RegistrationTable.tsx'
import { $opened, $registrations, followRegistrations, loadRegistrations, setFilter } from '../registrations/registrations.ts'
import { SelectionBar } from '../registrations/SelectionBar.tsx'
import { Similar } from '../registrations/Similar.tsx'
import { Summary } from '../registrations/Summary.tsx'
import { $similar, mayBeMore } from '../registrations/similar-registrations.ts'
import { Trash } from '../registrations/Trash.tsx'
import { useIsEventDay } from '../registrations/use-is-event-day.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { Loading } from '../ui/Loading.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Pagination } from '../ui/Pagination.tsx'

const loadPeopleImport = loadOnce(() => import('../import/PeopleImport.tsx').then(({ PeopleImport }) => PeopleImport))

export function Registrations({ timeZone }: TabProps) {
  const loaded = useStore($registrations)
  const opened = useStore($opened)
  const { data: similar = [] } = useStore($similar)
  const isEventDay = useIsEventDay(timeZone)
  useEffect(() => (isEventDay ? followRegistrations() : undefined), [isEventDay])
  const [dialog, setDialog] = useState<'add' | 'bring' | 'badges' | 'similar' | 'trash' | null>(null)
  const [proof, setProof] = useState<Proof | null>(null)
  const close = () => setDialog(null)

  return (
    <section className="flex flex-col gap-5" aria-label="Registros">
      <Loading loaded={loaded} onRetry={loadRegistrations}>
        {({ registrations, counts, filter }) => (
          <>
            <h2 className="sr-only">Personas registradas</h2>
            <Summary counts={counts} />
            <Arrivals arrived={counts.arrived} timeZone={timeZone} />
            <DayChart />
            <Filters counts={counts} isEventDay={isEventDay} onAdd={() => setDialog('add')} onBring={() => setDialog('bring')} />
            {/* Before the list for the keyboard. CSS decides where it appears. */}
            <SelectionBar matching={counts.matching} />
            <div className="desk-list">
              {registrations.length === 0 ? (
                <p className="panel-empty">
                  {counts.total === 0 ? 'No hay registros aún' : 'No se encontraron registros con los filtros aplicados'}
                </p>
              ) : (
                <RegistrationTable
                  registrations={registrations}
                  timeZone={timeZone}
                  isDoorOpen={counts.arrived > 0 || filter.status === 'missing'}
                />
              )}
            </div>
            <Pagination page={filter.page} matching={counts.matching} onOpen={(page) => setFilter({ page })} />
            <div className="flex flex-wrap gap-2 sm:justify-end">
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => setDialog('badges')}>
                <IdCard className="size-4" aria-hidden="true" />
                Gafetes
              </button>
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => setDialog('similar')}>
                <Copy className="size-4" aria-hidden="true" />
                Posibles repetidos{similar.length > 0 && ` (${formatCount(similar.length)}${mayBeMore(similar) ? ' o más' : ''})`}
              </button>
              <button type="button" className="btn btn-ghost btn-sm" onClick={() => setDialog('trash')}>
                <Trash2 className="size-4" aria-hidden="true" />
                Papelera
              </button>
            </div>
          </>
        )}
      </Loading>
      {/* The row may have left the list by its filter. */}
      {opened && <RegistrationDetail key={opened.id} registration={opened} timeZone={timeZone} onErased={setProof} />}
      {dialog === 'bring' && (
        <LazyPart
          load={loadPeopleImport}
          props={{ onClose: close }}
          failed={(retry) => (
            <Dialog title="Traer personas de un archivo" onClose={close}>
              <NotLoaded onRetry={retry} />
            </Dialog>
          )}
        />
      )}
      {dialog === 'badges' && <Badges onClose={close} />}
      {dialog === 'add' && <PersonDialog registration={null} onClose={close} />}
      {dialog === 'similar' && <Similar timeZone={timeZone} onClose={close} />}
      <PrintedList />
      {dialog === 'trash' && <Trash timeZone={timeZone} onClose={close} />}
      {proof && <ErasureProof proof={proof} timeZone={timeZone} onClose={() => setProof(null)} />}
    </section>
  )
}
