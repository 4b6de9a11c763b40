import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { DisputeChoice } from './DisputeChoice.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

export function SwitchField<T extends FieldValues>({ control, name, label, hint }: Props<T>) {
  const { field } = useController({ control, name })
  const id = useId()
  const { value, ...wiring } = field
  return (
    <div className="flex items-start gap-3">
      <input
        {...wiring}
        id={id}
        type="checkbox"
        role="switch"
        checked={value}
        aria-checked={value}
        aria-describedby={`${id}-hint`}
        className="toggle toggle-primary mt-0.5"
      />
      <div>
        <label htmlFor={id} className="-my-3 inline-block py-3 text-sm font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-base-content/75 max-w-prose text-sm">
          {hint}
        </p>
        <DisputeChoice name={name} />
      </div>
    </div>
  )
}
