import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../data/limits.ts'
import type { Content } from '../../data/schema.ts'
import { sendRegistration } from '../registration/send.ts'
import { Toaster } from '../toast/Toaster.tsx'
import { showToast } from '../toast/toast.ts'

type Props = { texts: Content['registrationForm'] }
type Status = 'idle' | 'submitting' | 'failed'

const failure = { title: 'Error en el registro', text: 'Hubo un problema al procesar tu registro. Inténtalo de nuevo.' }

/** Opens on every 'Regístrate' link; until this script is there, the links lead to the form on the page. */
export function RegistrationDialog({ texts }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [status, setStatus] = useState<Status>('idle')
  const [errors, setErrors] = useState<Record<string, string>>({})

  useEffect(() => {
    const open = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-register]')) return
      event.preventDefault()
      dialog.current?.showModal()
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A second tap while the first is under way.
    if (status === 'submitting') return
    const form = event.currentTarget
    const data = new FormData(form)
    setStatus('submitting')
    const result = await sendRegistration({ ...Object.fromEntries(data), acceptsMarketing: data.has('acceptsMarketing') })
    if (result.outcome === 'registered') {
      setStatus('idle')
      setErrors({})
      form.reset()
      dialog.current?.close()
      showToast({ kind: 'success', title: texts.successTitle, text: texts.successMessage })
      return
    }
    if (result.outcome === 'failed') console.warn('registration failed', result.reason)
    setStatus('failed')
    setErrors(result.outcome === 'refused' ? result.fields : {})
    showToast({ kind: 'error', ...failure })
  }

  const fields = [
    {
      name: 'name',
      label: texts.nameLabel,
      placeholder: texts.namePlaceholder,
      type: 'text',
      autoComplete: 'name',
      required: true,
      maxLength: limits.shortText,
    },
    {
      name: 'email',
      label: texts.emailLabel,
      placeholder: texts.emailPlaceholder,
      type: 'email',
      autoComplete: 'email',
      required: true,
      maxLength: limits.email,
    },
    {
      name: 'company',
      label: texts.companyLabel,
      placeholder: texts.companyPlaceholder,
      type: 'text',
      autoComplete: 'organization',
      required: false,
      maxLength: limits.shortText,
    },
    {
      name: 'position',
      label: texts.positionLabel,
      placeholder: texts.positionPlaceholder,
      type: 'text',
      autoComplete: 'organization-title',
      required: false,
      maxLength: limits.shortText,
    },
    {
      name: 'phone',
      label: texts.phoneLabel,
      placeholder: texts.phonePlaceholder,
      type: 'tel',
      autoComplete: 'tel',
      required: false,
      maxLength: limits.phone,
    },
  ]

  return (
    <>
      <dialog ref={dialog} className="sheet" aria-labelledby="registration-title">
        <form onSubmit={submit} className="flex flex-col gap-4">
          <header className="flex flex-col gap-1 pe-10">
            <h2 id="registration-title" className="font-display text-2xl leading-tight font-bold">
              {texts.modalTitle}
            </h2>
            <p className="text-base-content/80">{texts.modalSubtitle}</p>
          </header>
          <p role="alert" className="alert alert-error empty:hidden">
            {status === 'failed' && failure.text}
          </p>
          {fields.map(({ label, ...attributes }) => (
            <div key={attributes.name} className="flex flex-col gap-1.5">
              <label htmlFor={`dialog-${attributes.name}`} className="font-semibold">
                {label}{' '}
                {attributes.required && (
                  <span aria-hidden="true" className="text-primary">
                    *
                  </span>
                )}
              </label>
              <input
                id={`dialog-${attributes.name}`}
                {...attributes}
                aria-invalid={errors[attributes.name] ? true : undefined}
                aria-describedby={`dialog-${attributes.name}-error`}
                className="input w-full text-base"
              />
              <p id={`dialog-${attributes.name}-error`} className="text-error text-sm font-semibold empty:hidden">
                {errors[attributes.name]}
              </p>
            </div>
          ))}
          <label className="flex items-start gap-3">
            <input type="checkbox" name="acceptsMarketing" className="checkbox checkbox-primary mt-0.5" />
            <span>{texts.marketingText}</span>
          </label>
          <button type="submit" className="btn btn-primary btn-lg font-display font-bold" disabled={status === 'submitting'}>
            {status === 'submitting' ? texts.submitButtonProcessing : texts.submitButtonText}
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-circle absolute end-3 top-3"
            aria-label="Cerrar"
            onClick={() => dialog.current?.close()}
          >
            <span aria-hidden="true" className="text-2xl leading-none">
              ×
            </span>
          </button>
        </form>
      </dialog>
      <Toaster />
    </>
  )
}
