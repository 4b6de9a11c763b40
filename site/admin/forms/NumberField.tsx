import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint?: ReactNode }

export function NumberField<T extends FieldValues>(props: Props<T>) {
  return <ConvertedField {...props} type="number" step="1" toText={String} toValue={(text) => Number.parseInt(text, 10) || 0} />
}
