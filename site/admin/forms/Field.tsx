import { type ReactNode, useEffect, useId, useRef } from 'react'
import { DisputeChoice } from './DisputeChoice.tsx'

type FieldAttributes = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = {
  name: string | null
  label: string
  hint?: ReactNode
  error?: string
  required?: boolean
  children: (attributes: FieldAttributes) => ReactNode
}

export function Field({ name, label, hint, error, required = false, children }: Props) {
  const id = useId()
  const message = useRef<HTMLParagraphElement>(null)
  // Scrolls to the message, because the sticky buttons may cover it.
  useEffect(() => {
    if (error && message.current?.parentElement?.contains(document.activeElement))
      message.current.scrollIntoView({ block: 'nearest' })
  }, [error])
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}{' '}
        {required && (
          <span aria-hidden="true" className="text-primary">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-required': required || undefined,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-base-content/75 max-w-prose text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p ref={message} id={`${id}-error`} role="alert" className="text-error text-sm font-semibold">
          {error}
        </p>
      )}
      {name && <DisputeChoice name={name} />}
    </div>
  )
}
