import { useStore } from '@nanostores/react'
import type { Registration } from '../../../data/schema.ts'
import { formatIn } from '../../dates.ts'
import { Dialog } from '../Dialog.tsx'
import { $confirm } from '../stores/registrations.ts'
import { StatusBadge } from './StatusBadge.tsx'

type Props = { registration: Registration | null; timeZone: string; onClose: () => void }

/** Everything that is known of one registration. Open while there is one. */
export function RegistrationDetail({ registration, timeZone, onClose }: Props) {
  const { mutate: confirm, loading: isBusy } = useStore($confirm)
  if (!registration) return null
  const { id, name, email, company, position, phone, registrationDate, isConfirmed, acceptsMarketing, notes } = registration
  const rows = [
    { label: 'Nombre', value: name },
    { label: 'Email', value: email },
    { label: 'Empresa', value: company || 'No especificada' },
    { label: 'Cargo', value: position || 'No especificado' },
    { label: 'Teléfono', value: phone || 'No especificado' },
    { label: 'Fecha de registro', value: formatIn(timeZone, registrationDate, "dd/MM/yyyy 'a las' HH:mm") },
    { label: 'Estado', value: <StatusBadge isConfirmed={isConfirmed} /> },
    { label: 'Marketing', value: acceptsMarketing ? 'Acepta recibir emails' : 'No acepta emails' },
    ...(notes ? [{ label: 'Notas', value: notes }] : []),
  ]

  return (
    <Dialog title="Detalle del Registro" onClose={onClose}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-base-content/75 text-sm max-sm:-mb-2.5">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-3">
        <button
          type="button"
          className="btn btn-primary"
          disabled={isBusy}
          onClick={() => confirm({ id, isConfirmed: !isConfirmed })}
        >
          {isConfirmed ? 'Marcar como pendiente' : 'Confirmar'}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </Dialog>
  )
}
