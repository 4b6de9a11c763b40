import type { InputHTMLAttributes, ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'min' | 'step'>
type Props<T extends FieldValues> = FieldProps<T> &
  Input & {
    hint?: ReactNode
    toText: (value: T[keyof T]) => string | number
    toValue: (text: string) => unknown
    onLeave?: () => void
  }

export function ConvertedField<T extends FieldValues>(props: Props<T>) {
  const { control, name, label, hint, toText, toValue, onLeave, ...input } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message}>
      {(wiring) => (
        <input
          {...wiring}
          {...field}
          {...input}
          value={toText(field.value)}
          className="input w-full"
          onChange={({ target }) => field.onChange(toValue(target.value))}
          onBlur={() => {
            onLeave?.()
            field.onBlur()
          }}
        />
      )}
    </Field>
  )
}
