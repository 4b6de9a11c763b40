import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint?: ReactNode }

const numberOf = (text: string) => Number.parseInt(text, 10) || 0

export function NumberField<T extends FieldValues>(props: Props<T>) {
  // Typing passes through '' and '-', which are not numbers. The field shows the typed text in the meantime.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <ConvertedField
      {...props}
      type="number"
      step="1"
      // A recovered draft may have changed the value after the typing.
      toText={(value) => (typed !== null && numberOf(typed) === value ? typed : String(value))}
      toValue={(text) => {
        setTyped(text)
        return numberOf(text)
      }}
      onLeave={() => setTyped(null)}
    />
  )
}
