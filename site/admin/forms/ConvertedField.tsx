import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'min' | 'step'>
type Props<T extends FieldValues> = FieldProps<T> &
  Input & {
    hint?: ReactNode
    toText: (value: T[keyof T]) => string | number
    toValue: (text: string) => unknown
  }

/** While somebody types, the field shows the typed text, because '-' or a comma at the end is not a value yet. */
export function ConvertedField<T extends FieldValues>(props: Props<T>) {
  const { control, name, label, hint, toText, toValue, ...input } = props
  const { field, fieldState } = useController({ control, name })
  const [typed, setTyped] = useState<string | null>(null)
  const text = toText(field.value)
  // False if the value was changed after the typing, for example by a recovered draft.
  const isTyped = typed !== null && toText(toValue(typed) as T[keyof T]) === text
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <input
          {...wiring}
          {...field}
          {...input}
          value={isTyped ? typed : text}
          className="input w-full"
          onChange={({ target }) => {
            setTyped(target.value)
            field.onChange(toValue(target.value))
          }}
          onBlur={() => {
            setTyped(null)
            field.onBlur()
          }}
        />
      )}
    </Field>
  )
}
