import { useState } from 'react'
import type { Registration } from '../../../data/schema.ts'
import { formatIn } from '../../dates.ts'
import { copyLink } from '../stores/mails.ts'
import { setConfirmed } from '../stores/registrations.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { MailsOf } from './MailsOf.tsx'
import { StatusBadge } from './StatusBadge.tsx'

type Props = {
  registration: Registration
  timeZone: string
  onChange: (registration: Registration) => void
  onClose: () => void
}

/** Everything that is known of one registration. */
export function RegistrationDetail({ registration, timeZone, onChange, onClose }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, name, email, company, position, phone, registrationDate, isConfirmed, acceptsMarketing, comments, notes } =
    registration
  const { consentText, consentDate } = registration
  const when = (instant: string) => formatIn(timeZone, instant, "dd/MM/yyyy 'a las' HH:mm")
  const rows = [
    { label: 'Nombre', value: name },
    { label: 'Email', value: email },
    { label: 'Empresa', value: company || 'No especificada' },
    { label: 'Cargo', value: position || 'No especificado' },
    { label: 'Teléfono', value: phone || 'No especificado' },
    { label: 'Fecha de registro', value: when(registrationDate) },
    { label: 'Estado', value: <StatusBadge {...registration} /> },
    { label: 'Marketing', value: acceptsMarketing ? 'Acepta recibir emails' : 'No acepta emails' },
    ...(consentText && consentDate ? [{ label: 'Aceptó', value: `«${consentText}», el ${when(consentDate)}` }] : []),
    ...(comments ? [{ label: 'Comentarios', value: comments }] : []),
    ...(notes ? [{ label: 'Notas', value: notes }] : []),
  ]

  async function toggle() {
    setIsBusy(true)
    const changed = await setConfirmed(id, !isConfirmed)
    if (changed) onChange(changed)
    setIsBusy(false)
  }

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
      <MailsOf registration={id} timeZone={timeZone} />
      <button type="button" className="btn btn-sm self-start" onClick={() => copyLink(id)}>
        Copiar enlace de su página
      </button>
      <DialogActions
        label={isConfirmed ? 'Marcar como pendiente' : 'Confirmar'}
        onClick={toggle}
        isBusy={isBusy}
        cancelLabel="Cerrar"
        onCancel={onClose}
      />
    </Dialog>
  )
}
