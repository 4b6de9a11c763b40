import { useState, useTransition } from 'react'
import type { SimilarPair } from '../../../../api/registrations/similar-routes.ts'
import { answerField, answerText } from '../../../../data/registrations/answers/answers.ts'
import { mergeableFields, type Registration } from '../../../../data/registrations/schema.ts'
import { suggestedEmail } from '../../../registration/email-typo.ts'
import { attempt } from '../../calls/attempt.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { DialogActions } from '../../dialogs/DialogActions.tsx'
import { useFormatDate } from '../../shell/time-zone.ts'
import { merge } from '../desk.ts'
import { markAsDifferent } from './similar-registrations.ts'

type Field = (typeof mergeableFields)[number] | ReturnType<typeof answerField>

const answerOf = (field: Field) => (field.startsWith('answers.') ? field.slice('answers.'.length) : null)

const labels: Record<(typeof mergeableFields)[number], string> = {
  name: 'Nombre',
  email: 'Correo (y su enlace personal)',
  company: 'Empresa',
  position: 'Cargo',
  phone: 'Teléfono',
  acceptsMarketing: 'Marketing',
  notes: 'Comentarios',
  staffNotes: 'Notas',
  isConfirmed: 'Estado',
}

const empty = '(vacío)'

function inWords(field: Field, registration: Registration): string {
  const id = answerOf(field)
  if (id !== null) return answerText(registration.answers[id])
  if (field === 'isConfirmed') return registration.isConfirmed ? 'Confirmado' : 'Pendiente'
  if (field === 'acceptsMarketing') return registration.acceptsMarketing ? 'Acepta recibir correos' : 'No acepta correos'
  return String(registration[field as 'name'] || empty)
}

const labelOf = (field: Field, { questionTexts }: Registration) =>
  questionTexts[answerOf(field) ?? ''] ?? labels[field as keyof typeof labels]

/** Whether the merge keeps the newer value unless the user chooses the other. */
function prefersNewer(field: Field, older: Registration, newer: Registration): boolean {
  if (field === 'isConfirmed') return newer.isConfirmed
  if (field === 'email' && suggestedEmail(older.email)) return newer.email !== '' && !suggestedEmail(newer.email)
  return inWords(field, older) === empty
}

type Props = { pair: SimilarPair; onClose: () => void; onMerged?: () => void }

export function MergeDialog({ pair, onClose, onMerged }: Props) {
  const formatDate = useFormatDate()
  const { a, b } = pair
  const [older, newer] = a.registrationDate <= b.registrationDate ? [a, b] : [b, a]
  const differing: Field[] = [
    ...mergeableFields.filter((field) => older[field] !== newer[field]),
    // If only one of the two people answered a question, the merge keeps the answer without asking.
    ...Object.keys(older.answers)
      .filter((id) => id in newer.answers && answerText(older.answers[id]) !== answerText(newer.answers[id]))
      .map(answerField),
  ]
  const [take, setTake] = useState<Field[]>(() => differing.filter((field) => prefersNewer(field, older, newer)))
  const [isBusy, startCall] = useTransition()

  async function unite() {
    await attempt('No se unieron', async () => {
      const { kind: _, ...toast } = await merge(older, newer, take)
      onMerged?.()
      onClose()
      return toast
    })
  }

  async function keepBoth() {
    if (await markAsDifferent(pair)) onClose()
  }

  const side = (field: Field, registration: Registration) => {
    const isNewer = registration === newer
    return (
      <label className="flex min-h-10 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name={field}
          className="radio radio-primary radio-sm"
          checked={take.includes(field) === isNewer}
          onChange={() => setTake(isNewer ? [...take, field] : take.filter((other) => other !== field))}
        />
        <span className="wrap-anywhere whitespace-pre-line">{inWords(field, registration)}</span>
      </label>
    )
  }

  const [olderDate, newerDate] = [older, newer].map(({ registrationDate }) =>
    formatDate(registrationDate, "dd/MM/yyyy 'a las' H:mm"),
  )

  return (
    <Dialog title="¿Son la misma persona?" onClose={onClose}>
      <p>
        <strong dir="auto">{older.name}</strong>, del {olderDate}, y <strong dir="auto">{newer.name}</strong>, del {newerDate}.
        Elige qué dato conservar cuando son distintos.
      </p>
      {differing.map((field) => (
        <fieldset key={field} className="flex flex-col">
          <legend className="text-sm font-semibold">{labelOf(field, older)}</legend>
          {side(field, older)}
          {side(field, newer)}
        </fieldset>
      ))}
      <p className="text-base-content/75 text-sm">
        Queda un solo registro, con la fecha del primero y el mejor lugar de los dos. El otro va a la papelera.
      </p>
      <DialogActions
        label="Unir"
        onClick={() => startCall(unite)}
        isBusy={isBusy}
        cancelLabel="No son la misma"
        onCancel={() => isBusy || startCall(keepBoth)}
      />
    </Dialog>
  )
}
