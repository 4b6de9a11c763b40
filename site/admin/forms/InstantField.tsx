import type { FieldValues } from 'react-hook-form'
import { instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../text/dates.ts'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string; timeZone: string }

/** A day and an hour in `timeZone`; its value is that instant (ISO 8601 in UTC), empty for none. */
export function InstantField<T extends FieldValues>({ timeZone, ...props }: Props<T>) {
  const toInstant = (text: string) => {
    const [day = '', time = ''] = text.split('T')
    return text === '' ? '' : instantOfDay(timeZone, day, time)
  }
  return (
    <ConvertedField
      {...props}
      type="datetime-local"
      toText={(value) => (value ? formatIn(timeZone, value, "yyyy-MM-dd'T'HH:mm") : '')}
      toValue={toInstant}
    />
  )
}
