import { Ban, DoorClosed, DoorOpen, IdCard, Pencil, RotateCcw } from 'lucide-react'
import { type ReactNode, useState, useTransition } from 'react'
import { answerText } from '../../../data/registrations/answers/answers.ts'
import type { Registration } from '../../../data/registrations/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { CertificateOf } from '../certificates/HandedCertificate.tsx'
import { ContactLinks } from '../contact/ContactLinks.tsx'
import { ask } from '../dialogs/ask.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DialogActions } from '../dialogs/DialogActions.tsx'
import { MailsOf } from '../mail/MailsOf.tsx'
import { SessionsOf } from '../seats/SessionsOf.tsx'
import { type FormatDate, useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { firstClick } from '../ui/first-click.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { setArrived } from './arrivals.ts'
import type { Proof } from './deleted-registrations.ts'
import { giveSeat, setStatus } from './desk.ts'
import { PersonalData } from './Erasure.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { Badges } from './printing/Badges.tsx'
import { nameAndEmail, openDetail, setConfirmed } from './registrations.ts'

type Props = { registration: Registration; onErased: (proof: Proof) => void }

export function RegistrationDetail({ registration, onErased }: Props) {
  const formatDate = useFormatDate()
  const isAdmin = useIsAdmin()
  const [isBusy, startCall] = useTransition()
  const [isEditing, setIsEditing] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const { id, isConfirmed, status, arrivedAt } = registration
  const run = (call: () => Promise<void>) => startCall(call)

  return (
    <Dialog title="Detalle del Registro" onClose={() => openDetail(null)}>
      <ContactLinks registration={registration} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rowsOf(registration, formatDate).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-base-content/75 text-sm max-sm:-mb-2.5">{label}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button label="Editar" Icon={Pencil} onClick={() => setIsEditing(true)} />
        <CancelButton {...{ registration, isBusy, run }} />
        <Button
          label={arrivedAt ? 'Quitar llegada' : 'Marcar llegada'}
          Icon={arrivedAt ? DoorClosed : DoorOpen}
          disabled={isBusy}
          onClick={firstClick(() => run(() => setArrived(registration, arrivedAt === null, formatDate)))}
        />
        <Button label="Gafete" Icon={IdCard} onClick={() => setIsPrinting(true)} />
      </div>
      <SessionsOf registration={registration} />
      <MailsOf registration={id} />
      {isAdmin && <CertificateOf registration={id} />}
      <PersonalData registration={registration} onErased={onErased} />
      <DialogActions
        label={status !== 'registered' ? 'Dar lugar' : isConfirmed ? 'Marcar como pendiente' : 'Confirmar'}
        onClick={() => run(() => (status === 'registered' ? setConfirmed(id, !isConfirmed) : giveSeat(registration)))}
        isBusy={isBusy}
        tone={status === 'registered' && isConfirmed ? 'btn-outline' : 'btn-primary'}
        cancelLabel="Cerrar"
        onCancel={() => openDetail(null)}
      />
      {isPrinting && <Badges person={registration} onClose={() => setIsPrinting(false)} />}
      {isEditing && <PersonDialog registration={registration} onClose={() => setIsEditing(false)} />}
    </Dialog>
  )
}

function rowsOf(registration: Registration, formatDate: FormatDate): [label: string, value: ReactNode][] {
  const { name, email, company, position, phone, registrationDate, acceptsMarketing } = registration
  const {
    consentText,
    consentDate,
    notes,
    staffNotes,
    arrivedAt,
    door,
    isWalkIn,
    importedFrom,
    passedTo,
    passedFrom,
    placeLink,
    answers,
    questionTexts,
  } = registration
  const when = (instant: string) => formatDate(instant, "dd/MM/yyyy 'a las' HH:mm")
  const rows: [string, ReactNode][] = [
    ['Nombre', name],
    ['Email', email || 'No dio uno'],
    ['Empresa', company || 'No especificada'],
    ['Cargo', position || 'No especificado'],
    ['Teléfono', phone || 'No especificado'],
    ['Fecha de registro', when(registrationDate)],
    ['Estado', <StatusBadge key="status" {...registration} />],
    ['Pasó su lugar a', passedTo],
    ['Recibió su lugar de', passedFrom],
    ['Llegó por el enlace de', placeLink],
    ['Llegada', arrivedAt && `${when(arrivedAt)}${door ? ` por ${door}` : ''}${isWalkIn ? ', sin registro previo' : ''}`],
    ['Marketing', acceptsMarketing ? 'Acepta recibir emails' : 'No acepta emails'],
    ['Aceptó', consentText && consentDate && `«${consentText}», el ${when(consentDate)}`],
    ['Importado de', importedFrom],
    ...Object.entries(answers).map(([id, answer]): [string, ReactNode] => [questionTexts[id] ?? id, answerText(answer)]),
    ['Comentarios', notes],
    ['Notas', staffNotes],
  ]
  return rows.filter(([, value]) => value)
}

type CancelProps = { registration: Registration; isBusy: boolean; run: (call: () => Promise<void>) => void }

function CancelButton({ registration, isBusy, run }: CancelProps) {
  async function askAndCancel() {
    const isCancelling = await ask({
      question: `¿Cancelar el registro de ${nameAndEmail(registration)}?`,
      detail: 'Su lugar pasa a quien espera desde hace más tiempo. Si el sitio envía correos, se le avisa.',
      action: 'Cancelar registro',
      cancelLabel: 'Volver',
      isDestructive: true,
    })
    if (isCancelling) run(() => setStatus(registration, 'cancelled'))
  }

  return registration.status === 'cancelled' ? (
    <Button
      label="Reactivar registro"
      Icon={RotateCcw}
      disabled={isBusy}
      onClick={firstClick(() => run(() => setStatus(registration, 'registered')))}
    />
  ) : (
    <Button label="Cancelar registro" Icon={Ban} disabled={isBusy} onClick={askAndCancel} />
  )
}
