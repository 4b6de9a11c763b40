import type { FieldValues } from 'react-hook-form'
import { instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../text/dates.ts'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string; timeZone: string }

/** Edits an instant (ISO 8601 in UTC, or '') as day and hour in `timeZone`. */
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
