import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & {
  hint?: ReactNode
  required?: boolean
  type?: HTMLInputTypeAttribute
  placeholder?: string
  autoComplete?: string
  /** Given for a text of several lines. */
  rows?: number
}

/** A text, date, time, number or address of a form, in one line or several. */
export function TextField<T extends FieldValues>({ control, name, label, hint, required, rows, ...attributes }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} required={required}>
      {({ required: _, ...wiring }) =>
        rows ? (
          <textarea {...wiring} {...field} {...attributes} rows={rows} className="textarea w-full" />
        ) : (
          <input {...wiring} {...field} {...attributes} className="input w-full" />
        )
      }
    </Field>
  )
}
