import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

/** A whole number that may be left out: null where nothing is typed. */
export function LimitField<T extends FieldValues>({ control, name, label, hint }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {({ required: _, ...wiring }) => (
        <input
          {...wiring}
          {...field}
          value={field.value ?? ''}
          type="number"
          inputMode="numeric"
          min="0"
          step="1"
          className="input w-full"
          onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
        />
      )}
    </Field>
  )
}
