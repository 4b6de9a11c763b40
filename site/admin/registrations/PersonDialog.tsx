import { useStore } from '@nanostores/react'
import type { Control } from 'react-hook-form'
import { z } from 'zod'
import { handRegistrationSchema, type Registration } from '../../../data/registrations/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { collections } from '../content/collections.ts'
import { changedFields } from '../forms/drafts/drafts.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { AnswerFields } from './AnswerFields.tsx'
import { askedOf, changedAnswers, type TypedAnswers, typedAnswers } from './answers.ts'
import { addByHand, correct, corrected, refusal } from './desk.ts'

const nobody = {
  name: '',
  email: '',
  company: '',
  position: '',
  phone: '',
  notes: '',
  staffNotes: '',
  acceptsMarketing: false,
  isConfirmed: false,
}

type Values = typeof nobody & { answers: TypedAnswers }

/** `over` gives the person a seat even if all seats are taken. */
type Typed = Values & { over?: boolean }

function valuesOf(registration: Registration): typeof nobody {
  const names = Object.keys(nobody) as (keyof typeof nobody)[]
  return Object.fromEntries(names.map((name) => [name, registration[name]])) as typeof nobody
}

const withoutEmail = handRegistrationSchema.extend({ email: z.union([z.literal(''), handRegistrationSchema.shape.email]) })

/** Saves only changed fields, so that it does not overwrite what somebody else changed in other fields. */
export function PersonDialog({ registration, onClose }: { registration: Registration | null; onClose: () => void }) {
  const isAdmin = useIsAdmin()
  const allQuestions = useStore(collections.questions.$loaded).data ?? []
  const stored = registration?.answers ?? {}
  const questions = askedOf(allQuestions, stored)
  const fields = registration ? valuesOf(registration) : isAdmin ? { ...nobody, over: false } : nobody
  const values: Typed = { ...fields, answers: typedAnswers(questions, stored) }
  let email = values.email

  async function save(typed: Typed) {
    email = typed.email
    const { answers: typedNow, ...others } = typed
    const answers = changedAnswers(typedNow, values.answers)
    const sent = Object.keys(answers).length > 0 ? { answers } : {}
    if (!registration) return addByHand({ ...others, ...sent })
    const change = { ...changedFields(others, fields), ...sent }
    return Object.keys(change).length > 0 ? correct(registration, change) : corrected(registration)
  }

  return (
    <FormDialog
      title={registration ? `Editar a ${registration.name}` : 'Agregar a mano'}
      schema={registration?.email === '' ? withoutEmail : handRegistrationSchema}
      values={values}
      save={save}
      failure={(error) => refusal(registration ? 'actualizar' : 'crear', email, error)}
      onClose={onClose}
    >
      {(field, control) => (
        <>
          <TextField {...field('name', 'Nombre')} autoComplete="off" required />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              {...field('email', 'Email')}
              type="email"
              autoComplete="off"
              required={registration?.email !== ''}
              hint={registration?.email ? 'Si cambia, su enlace de antes deja de servir.' : undefined}
            />
            <TextField {...field('phone', 'Teléfono')} type="tel" autoComplete="off" />
            <TextField {...field('company', 'Empresa')} autoComplete="off" />
            <TextField {...field('position', 'Cargo')} autoComplete="off" />
          </div>
          <AnswerFields
            control={control as unknown as Control<{ answers: TypedAnswers }>}
            questions={questions}
            stored={stored}
          />
          <TextField {...field('staffNotes', 'Notas')} rows={3} hint="Del equipo: nadie más las ve en el sitio." />
          {registration?.notes && <TextField {...field('notes', 'Comentarios')} rows={3} />}
          {registration?.status !== 'waitlisted' && registration?.status !== 'cancelled' && (
            <SwitchField {...field('isConfirmed', 'Confirmado')} hint="Dijo que viene." />
          )}
          {values.over !== undefined && (
            <SwitchField
              {...field('over', 'Darle lugar aunque el cupo esté lleno')}
              hint="Quedaría por encima del cupo. Si no, espera al final de la lista."
            />
          )}
          <SwitchField {...field('acceptsMarketing', 'Marketing')} hint="Pidió recibir información de otros eventos." />
        </>
      )}
    </FormDialog>
  )
}
