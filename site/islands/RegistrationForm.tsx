import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Content } from '../../data/content/schema.ts'
import { limits } from '../../data/limits.ts'
import { conditional } from '../registration/conditional.ts'
import { restoreDraft, saveDraft } from '../registration/draft.ts'
import { showErrors } from '../registration/inline-form.ts'
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
  const questions = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!form.current) return
    copyQuestions(questions.current)
    restoreDraft(form.current)
    conditional(form.current)
    suggestEmail(form.current)
  }, [])

  useEffect(() => {
    if (form.current) showErrors(form.current, errors)
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

  const [{ offer, isFull, notice }] = useState(readPage)

  return (
    <form ref={form} onSubmit={submit} onInput={(event) => saveDraft(event.currentTarget)} className="flex flex-col gap-4">
      <header className="flex flex-col gap-1 pe-10">
        <h2 id="registration-title" className="font-display text-2xl leading-tight font-bold">
          {texts.modalTitle}
        </h2>
        <p className="text-muted">{texts.modalSubtitle}</p>
        {offer && <p className="font-semibold">{offer}</p>}
      </header>
      {fieldsOf(texts).map((field) => (
        <Field key={field.name} id={`dialog-${field.name}`} {...field} error={errors[field.name]} />
      ))}
      <div ref={questions} className="flex flex-col gap-5 empty:hidden" />
      <label className="flex items-start gap-3">
        <input type="checkbox" name="acceptsMarketing" className="accent-primary mt-0.5 size-5 shrink-0" />
        <span>{texts.marketingText}</span>
      </label>
      {/* Honeypot: a hidden field that only programs fill. If it comes back filled, the form shows it, so that a person can empty it. */}
      <Field
        key={errors[trap.name]}
        id="dialog-reserved"
        label={trapLabel}
        {...trap}
        autoComplete="off"
        error={errors[trap.name]}
        hidden={!errors[trap.name]}
      />
      {notice && <PrivacyNotice text={notice} />}
      <div role="alert" className="alert alert-error flex flex-col items-start gap-2 text-base empty:hidden">
        {status === 'closed' && <p className="font-semibold">{advice}</p>}
        {status === 'failed' && <Failure advice={advice} />}
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

function fieldsOf(texts: Content['registrationForm']) {
  const field = (name: 'name' | 'email' | 'company' | 'position' | 'phone') => ({
    name,
    label: texts[`${name}Label`],
    placeholder: texts[`${name}Placeholder`],
  })
  return [
    { ...field('name'), type: 'text', autoComplete: 'name', required: true, maxLength: limits.shortText },
    { ...field('email'), type: 'email', autoComplete: 'email', required: true, maxLength: limits.email },
    { ...field('company'), type: 'text', autoComplete: 'organization', maxLength: limits.shortText },
    { ...field('position'), type: 'text', autoComplete: 'organization-title', maxLength: limits.shortText },
    { ...field('phone'), type: 'tel', autoComplete: 'tel', maxLength: limits.phone },
  ]
}

/** Copies the questions from the page's form, so that the dialog needs no second description of the questions. */
function copyQuestions(to: HTMLElement | null) {
  const from = document.querySelector('[data-registration-form] [data-questions]')
  if (to && from) to.innerHTML = from.innerHTML.replaceAll(/(?<=[" ])pregunta-(?=[\w-]+[" ])/g, 'dialog-')
}

/** Reads the state of the registration from the page, so that the dialog shows the same state as the page. */
function readPage() {
  return {
    offer: document.getElementById('registro-estado')?.textContent,
    isFull: document.querySelector('[data-registration-form][data-waiting]') !== null,
    notice: document.getElementById('registro-aviso')?.textContent,
  }
}

type FieldProps = ComponentProps<'input'> & { id: string; label: string; error: string | undefined }

function Field({ id, label, error, hidden, ...attributes }: FieldProps) {
  return (
    <div className="flex flex-col gap-1.5" hidden={hidden}>
      <label htmlFor={id} className="font-semibold">
        {label}{' '}
        {attributes.required && (
          <span aria-hidden="true" className="text-primary">
            *
          </span>
        )}
      </label>
      <input id={id} {...attributes} aria-invalid={error ? true : undefined} aria-describedby={`${id}-error`} className="field" />
      <p id={`${id}-error`} className="text-error text-sm font-semibold empty:hidden">
        {error}
      </p>
    </div>
  )
}

function PrivacyNotice({ text }: { text: string }) {
  return (
    <div className="text-sm">
      <p className="line-clamp-6 wrap-anywhere whitespace-pre-line">{text}</p>
      <a href="/privacidad" target="_blank" className="underline" rel="noopener">
        Aviso de privacidad
      </a>
    </div>
  )
}

function Failure({ advice }: { advice: string }) {
  return (
    <>
      <p>{advice}</p>
      <button type="submit" className="btn btn-sm" ref={(button) => button?.scrollIntoView({ block: 'nearest' })}>
        Reintentar
      </button>
    </>
  )
}
