import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { collections } from '../content/collections.ts'
import { LazyDialog } from '../dialogs/LazyPart.tsx'
import { Answers } from '../registrations/Answers.tsx'
import { Arrivals } from '../registrations/Arrivals.tsx'
import { DayChart } from '../registrations/Charts.tsx'
import type { Proof } from '../registrations/deleted-registrations.ts'
import { Similar } from '../registrations/doubles/Similar.tsx'
import { ErasureProof } from '../registrations/Erasure.tsx'
import { Filters, type Tool } from '../registrations/Filters.tsx'
import { PersonDialog } from '../registrations/PersonDialog.tsx'
import { Badges } from '../registrations/printing/Badges.tsx'
import { PrintedList } from '../registrations/printing/PrintedList.tsx'
import { RegistrationDetail } from '../registrations/RegistrationDetail.tsx'
import { RegistrationTable } from '../registrations/RegistrationTable.tsx'
import { $opened, pollRegistrations, registrationList, setFilter } from '../registrations/registrations.ts'
import { SelectionBar } from '../registrations/SelectionBar.tsx'
import { Summary } from '../registrations/Summary.tsx'
import { Trash } from '../registrations/Trash.tsx'
import { Loading } from '../ui/Loading.tsx'
import { loadOnce } from '../ui/load-once.ts'
import { Pagination } from '../ui/Pagination.tsx'
import { useIsEventDay } from './use-is-event-day.ts'

const loadPeopleImport = loadOnce(() => import('../import/PeopleImport.tsx').then(({ PeopleImport }) => PeopleImport))

export function Registrations() {
  const opened = useStore($opened)
  const isEventDay = useIsEventDay()
  const hasQuestions = (useStore(collections.questions.$loaded).data ?? []).some(({ isActive }) => isActive)
  useEffect(() => (isEventDay ? pollRegistrations() : undefined), [isEventDay])
  const [dialog, setDialog] = useState<Tool | null>(null)
  const [proof, setProof] = useState<Proof | null>(null)
  const close = () => setDialog(null)

  return (
    <section className="flex flex-col gap-5" aria-label="Registros">
      <Loading of={registrationList}>
        {({ registrations, counts, filter }) => (
          <>
            <h2 className="sr-only">Personas registradas</h2>
            <Summary counts={counts} />
            <Arrivals arrived={counts.arrived} />
            <Filters counts={counts} isEventDay={isEventDay} hasQuestions={hasQuestions} onOpen={setDialog} />
            {/* The bar comes before the list, so that the Tab key reaches it first. CSS shows it in another place. */}
            <SelectionBar matchCount={counts.matching} />
            <div className="desk-list">
              {registrations.length === 0 ? (
                <p className="panel-empty">
                  {counts.total === 0 ? 'No hay registros aún' : 'No se encontraron registros con los filtros aplicados'}
                </p>
              ) : (
                <RegistrationTable registrations={registrations} isDoorOpen={counts.arrived > 0 || filter.status === 'missing'} />
              )}
            </div>
            <Pagination page={filter.page} matching={counts.matching} onOpen={(page) => setFilter({ page })} />
            <DayChart />
          </>
        )}
      </Loading>
      {opened && <RegistrationDetail key={opened.id} registration={opened} onErased={setProof} />}
      {dialog === 'import' && (
        <LazyDialog load={loadPeopleImport} props={{ onClose: close }} title="Importar personas de un archivo" />
      )}
      {dialog === 'badges' && <Badges onClose={close} />}
      {dialog === 'answers' && <Answers onClose={close} />}
      {dialog === 'add' && <PersonDialog registration={null} onClose={close} />}
      {dialog === 'similar' && <Similar onClose={close} />}
      <PrintedList />
      {dialog === 'trash' && <Trash onClose={close} />}
      {proof && <ErasureProof proof={proof} onClose={() => setProof(null)} />}
    </section>
  )
}
