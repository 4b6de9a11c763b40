import { type FieldValues, useWatch } from 'react-hook-form'
import { dayIn } from '../../dates.ts'
import type { FieldProps } from './field-props.ts'

/** The day of a date field in words: the browser's input writes it in the order of its own language. */
export function DayInWords<T extends FieldValues>({ control, name }: Pick<FieldProps<T>, 'control' | 'name'>) {
  const day: string = useWatch({ control, name })
  // Years as the schema takes them; while one is typed there are others.
  if (!/^(20\d\d|2100)-\d\d-\d\d$/.test(day)) return null
  return <strong>{dayIn(day, "EEEE d 'de' MMMM 'de' yyyy")}.</strong>
}
