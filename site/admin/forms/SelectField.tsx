import type { ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & {
  hint?: ReactNode
  required?: boolean
  options: readonly { value: string; label: string }[]
}

export function SelectField<T extends FieldValues>({ control, name, label, hint, required, options }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} required={required}>
      {(wiring) => (
        <select {...wiring} {...field} className="select w-full">
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
