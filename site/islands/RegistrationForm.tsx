import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Content } from '../../data/content/schema.ts'
import { limits } from '../../data/limits.ts'
import { restoreDraft, saveDraft } from '../registration/draft.ts'
import type { SendResult } from '../registration/send.ts'
import { submitRegistration } from '../registration/submit.ts'
import { suggestEmail } from '../registration/suggest-email.ts'
import { trap, trapLabel } from '../registration/trap.ts'
import { waitButton } from '../registration/waiting.ts'
import { showToast } from '../toast/toast.ts'

type Props = { texts: Content['registrationForm']; onRegistered: (isWaiting: boolean) => void; onClose: () => void }
type Status = 'idle' | 'submitting' | Exclude<SendResult['outcome'], 'registered'>

const failure = { title: 'Error en el registro', text: 'Hubo un problema al procesar tu registro. Inténtalo de nuevo.' }

export function RegistrationForm({ texts, onRegistered, onClose }: Props) {
  const [status, setStatus] = useState<Status>('idle')
  const [advice, setAdvice] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!form.current) return
    restoreDraft(form.current)
    suggestEmail(form.current)
  }, [])

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status === 'submitting') return
    const form = event.currentTarget
    setStatus('submitting')
    const result = await submitRegistration(form, { acceptsMarketing: new FormData(form).has('acceptsMarketing') })
    setErrors(result.outcome === 'refused' ? result.fields : {})
    setStatus(result.outcome === 'registered' ? 'idle' : result.outcome)
    if (result.outcome === 'registered') return onRegistered(result.isWaiting)
    showToast({ kind: 'error', ...failure, ...(result.outcome === 'closed' && { text: result.message }) })
    if (result.outcome === 'failed') setAdvice(result.advice)
    if (result.outcome === 'closed') setAdvice(result.message)
  }

  const [note] = useState(() => document.getElementById('registro-estado')?.textContent)

  const [isFull] = useState(() => document.querySelector('[data-registration-form][data-waiting]') !== null)

  const [notice] = useState(() => document.getElementById('registro-aviso')?.textContent)

  const fields = [
    { ...field(texts, 'name'), type: 'text', autoComplete: 'name', required: true, maxLength: limits.shortText },
    { ...field(texts, 'email'), type: 'email', autoComplete: 'email', required: true, maxLength: limits.email },
    { ...field(texts, 'company'), type: 'text', autoComplete: 'organization', maxLength: limits.shortText },
    { ...field(texts, 'position'), type: 'text', autoComplete: 'organization-title', maxLength: limits.shortText },
    { ...field(texts, 'phone'), type: 'tel', autoComplete: 'tel', maxLength: limits.phone },
  ]

  return (
    <form ref={form} onSubmit={submit} onInput={(event) => saveDraft(event.currentTarget)} className="flex flex-col gap-4">
      <header className="flex flex-col gap-1 pe-10">
        <h2 id="registration-title" className="font-display text-2xl leading-tight font-bold">
          {texts.modalTitle}
        </h2>
        <p className="text-base-content/80">{texts.modalSubtitle}</p>
        {note && <p className="font-semibold">{note}</p>}
      </header>
      {fields.map(({ label, ...attributes }) => (
        <div key={attributes.name} className="flex flex-col gap-1.5">
          <label htmlFor={`dialog-${attributes.name}`} className="font-semibold">
            {label} {'required' in attributes && <RequiredMark />}
          </label>
          <input
            id={`dialog-${attributes.name}`}
            {...attributes}
            aria-invalid={errors[attributes.name] ? true : undefined}
            aria-describedby={`dialog-${attributes.name}-error`}
            className="field"
          />
          <p id={`dialog-${attributes.name}-error`} className="text-error text-sm font-semibold empty:hidden">
            {errors[attributes.name]}
          </p>
        </div>
      ))}
      <label className="flex items-start gap-3">
        <input type="checkbox" name="acceptsMarketing" className="accent-primary mt-0.5 size-5 shrink-0" />
        <span>{texts.marketingText}</span>
      </label>
      <Trap error={errors[trap.name]} />
      {notice && (
        <div className="text-sm">
          <p className="line-clamp-6 wrap-anywhere whitespace-pre-line">{notice}</p>
          <a href="/privacidad" target="_blank" className="underline" rel="noopener">
            Aviso de privacidad
          </a>
        </div>
      )}
      <div role="alert" className="alert alert-error flex flex-col items-start gap-2 text-base empty:hidden">
        {status === 'closed' && <p className="font-semibold">{advice}</p>}
        {status === 'failed' && (
          <>
            <p>{advice}</p>
            <button type="submit" className="btn btn-sm" ref={(button) => button?.scrollIntoView({ block: 'nearest' })}>
              Reintentar
            </button>
          </>
        )}
      </div>
      <button
        type="submit"
        className="btn btn-primary btn-lg font-display h-auto min-h-12 py-2 font-bold wrap-anywhere"
        aria-disabled={status === 'submitting'}
      >
        {status === 'submitting' ? texts.submitButtonProcessing : isFull ? waitButton : texts.submitButtonText}
      </button>
      <button type="button" className="btn btn-ghost btn-circle absolute end-3 top-3" aria-label="Cerrar" onClick={onClose}>
        <span aria-hidden="true" className="text-2xl leading-none">
          ×
        </span>
      </button>
    </form>
  )
}

function field(texts: Content['registrationForm'], name: 'name' | 'email' | 'company' | 'position' | 'phone') {
  return { name, label: texts[`${name}Label`], placeholder: texts[`${name}Placeholder`] }
}

function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-primary">
      *
    </span>
  )
}

/** Honeypot. Shown and emptied once filled, because a person may have filled it. */
function Trap({ error }: { error: string | undefined }) {
  return (
    <div className="flex flex-col gap-1.5" hidden={!error}>
      <label htmlFor="dialog-reserved" className="font-semibold">
        {trapLabel}
      </label>
      <input
        key={error}
        id="dialog-reserved"
        {...trap}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby="dialog-reserved-error"
        className="field"
      />
      <p id="dialog-reserved-error" className="text-error text-sm font-semibold empty:hidden">
        {error}
      </p>
    </div>
  )
}
