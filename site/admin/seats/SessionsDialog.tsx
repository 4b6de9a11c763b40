import { useState, useTransition } from 'react'
import type { AgendaEvent } from '../../../data/content/schema.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import type { ChosenSession, SeatStatus } from '../../../data/seats/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { saveSessions, seatNames } from './seats.ts'

type Props = {
  registration: Registration
  chosen: ChosenSession[]
  offered: AgendaEvent[]
  onSaved: () => Promise<void>
  onClose: () => void
}

export function SessionsDialog({ registration, chosen, offered, onSaved, onClose }: Props) {
  const isAdmin = useIsAdmin()
  const [isBusy, startSaving] = useTransition()
  const [ids, setIds] = useState(() => new Set(chosen.map(({ id }) => id)))
  const [over, setOver] = useState(false)
  const nameOf = (status: SeatStatus | undefined) => (status ? seatNames[status] : '')
  const statuses = new Map(chosen.map(({ id, status }) => [id, status]))

  function toggle(id: string) {
    const changed = new Set(ids)
    if (!changed.delete(id)) changed.add(id)
    setIds(changed)
  }

  const save = () =>
    startSaving(async () => {
      if (!(await saveSessions(registration, { sessions: [...ids], ...(over && { over }) }))) return
      await onSaved()
      onClose()
    })

  return (
    <Dialog title={`Sesiones de ${registration.name}`} onClose={onClose}>
      <ul className="divide-base-300 flex flex-col divide-y">
        {offered.map(({ id, title, startTime, capacity }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-3 py-3">
              <input
                type="checkbox"
                className="checkbox checkbox-primary mt-0.5"
                checked={ids.has(id)}
                onChange={() => toggle(id)}
              />
              <span className="flex min-w-0 flex-col">
                <span className="font-medium wrap-anywhere">{title}</span>
                <span className="text-base-content/75 text-sm">
                  {[startTime, `Cupo ${capacity}`, nameOf(statuses.get(id))].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {isAdmin && (
        <label className="flex cursor-pointer items-start gap-3">
          <input type="checkbox" className="checkbox checkbox-primary mt-0.5" checked={over} onChange={() => setOver(!over)} />
          <span className="flex flex-col">
            <span className="font-medium">Darle lugar aunque el cupo esté lleno</span>
            <span className="text-base-content/75 text-sm">
              Quedaría por encima del cupo, también donde ya espera. Si no, espera al final de la lista.
            </span>
          </span>
        </label>
      )}
      <DialogActions label="Guardar" onClick={save} isBusy={isBusy} onCancel={onClose} />
    </Dialog>
  )
}
