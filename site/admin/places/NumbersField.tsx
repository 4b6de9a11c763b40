import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from '../forms/ConvertedField.tsx'
import type { FieldProps } from '../forms/field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

/** Numbers separated by commas. */
export function NumbersField<T extends FieldValues>(props: Props<T>) {
  return (
    <ConvertedField
      {...props}
      type="text"
      inputMode="numeric"
      toText={(value) => value.join(', ')}
      toValue={(text) => text.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : Number(part)))}
    />
  )
}
