import { useStore } from '@nanostores/react'
import { ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Registration } from '../../../data/registrations/schema.ts'
import { collections } from '../content/collections.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import { createSessionsOf, seatNames } from './seats.ts'

export function SessionsOf({ registration }: { registration: Registration }) {
  const { id, status } = registration
  const formatDate = useFormatDate()
  const list = useMemo(() => createSessionsOf(id), [id])
  const { data: chosen = [] } = useStore(list.$loaded)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const [isChanging, setIsChanging] = useState(false)
  const offered = events.filter(({ capacity }) => capacity !== null)
  const canChange = status === 'registered' && offered.length > 0
  if (chosen.length === 0 && !canChange) return null
  return (
    <section aria-label="Sesiones con cupo" className="flex flex-col gap-2">
      <h3 className="font-bold">Sesiones con cupo</h3>
      {chosen.length === 0 && <p className="text-base-content/75">No eligió ninguna.</p>}
      <ul className="divide-base-300 flex flex-col divide-y empty:hidden">
        {chosen.map(({ id, title, status, arrivedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
            <span className={`badge badge-sm ${status === 'seated' ? 'badge-success' : 'badge-warning'}`}>
              {seatNames[status]}
            </span>
            {arrivedAt && (
              <span className="text-base-content/75 text-sm">Llegó {formatDate(arrivedAt, "dd/MM 'a las' HH:mm")}</span>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <p>
          <Button label="Cambiar sesiones" Icon={ListChecks} onClick={() => setIsChanging(true)} />
        </p>
      )}
      {isChanging && (
        <SessionsDialog
          registration={registration}
          chosen={chosen}
          offered={offered}
          onSaved={list.load}
          onClose={() => setIsChanging(false)}
        />
      )}
    </section>
  )
}
