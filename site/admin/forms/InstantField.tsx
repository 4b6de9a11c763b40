import { use } from 'react'
import type { FieldValues } from 'react-hook-form'
import { instantOfDay } from '../../../data/zone.ts'
import { formatIn } from '../../text/dates.ts'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

/** Edits an instant (ISO 8601 in UTC, or '') as day and hour in the event's time zone. */
export function InstantField<T extends FieldValues>(props: Props<T>) {
  const timeZone = use(TimeZoneContext)
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
