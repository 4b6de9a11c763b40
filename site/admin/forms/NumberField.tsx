import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from './ConvertedField.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint?: ReactNode }

const numberOf = (text: string) => Number.parseInt(text, 10) || 0

/** A whole number; 0 when what is typed is none. */
export function NumberField<T extends FieldValues>(props: Props<T>) {
  // While it is typed, a number passes through texts that are none: '' and '-'.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <ConvertedField
      {...props}
      type="number"
      step="1"
      // Set from elsewhere, as by a draft, it is not what was typed here last.
      toText={(value) => (typed !== null && numberOf(typed) === value ? typed : String(value))}
      toValue={(text) => {
        setTyped(text)
        return numberOf(text)
      }}
      onLeave={() => setTyped(null)}
    />
  )
}
