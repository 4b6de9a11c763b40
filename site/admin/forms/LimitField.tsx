import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

export function LimitField<T extends FieldValues>(props: Props<T>) {
  return (
    <ConvertedField
      {...props}
      type="number"
      inputMode="numeric"
      min="0"
      step="1"
      toText={(value) => value ?? ''}
      toValue={(text) => (text === '' ? null : Number(text))}
    />
  )
}
