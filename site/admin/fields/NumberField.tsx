import { type ReactNode, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint?: ReactNode }

/** A whole number; 0 when what is typed is none. */
export function NumberField<T extends FieldValues>({ control, name, label, hint }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  // While it is typed, a number passes through texts that are none: '' and '-'.
  const [typed, setText] = useState(String(field.value))
  // Set from elsewhere, as by a draft, it is not what was typed here last.
  const text = (Number.parseInt(typed, 10) || 0) === field.value ? typed : String(field.value)

  function change(typed: string) {
    setText(typed)
    field.onChange(Number.parseInt(typed, 10) || 0)
  }

  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <input
          {...wiring}
          {...field}
          value={text}
          type="number"
          step="1"
          className="input w-full"
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            setText(String(field.value))
            field.onBlur()
          }}
        />
      )}
    </Field>
  )
}
