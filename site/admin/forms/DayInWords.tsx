import { useContext } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { dayOf } from '../../../data/zone.ts'
import { dayIn } from '../../text/dates.ts'
import { TimeZoneContext } from '../shell/time-zone.ts'
import type { FieldProps } from './field-props.ts'

/** Shows the day in words, because the order of day and month in a date input depends on the browser's language. */
export function DayInWords<T extends FieldValues>({ control, name }: Pick<FieldProps<T>, 'control' | 'name'>) {
  const timeZone = useContext(TimeZoneContext)
  const day: string = useWatch({ control, name })
  if (!/^(20\d\d|2100)-\d\d-\d\d$/.test(day)) return null
  const hasPassed = day < dayOf(timeZone, new Date().toISOString())
  return (
    <>
      <strong>{dayIn(day, "EEEE d 'de' MMMM 'de' yyyy")}.</strong>
      {hasPassed && <strong className="text-base-content"> Esa fecha ya pasó.</strong>}
    </>
  )
}
