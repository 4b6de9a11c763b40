import { type FieldValues, useController } from 'react-hook-form'
import { instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../dates.ts'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string; timeZone: string }

/** A day and an hour in `timeZone`; its value is that instant (ISO 8601 in UTC), empty for none. */
export function InstantField<T extends FieldValues>({ control, name, label, hint, timeZone }: Props<T>) {
  const { field, fieldState } = useController({ control, name })

  function change(typed: string) {
    const [day = '', time = ''] = typed.split('T')
    field.onChange(typed === '' ? '' : instantOfDay(timeZone, day, time))
  }

  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {({ required: _, ...wiring }) => (
        <input
          {...wiring}
          {...field}
          value={field.value ? formatIn(timeZone, field.value, "yyyy-MM-dd'T'HH:mm") : ''}
          type="datetime-local"
          className="input w-full"
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  )
}
