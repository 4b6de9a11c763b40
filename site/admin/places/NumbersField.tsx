import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConvertedField } from '../forms/ConvertedField.tsx'
import type { FieldProps } from '../forms/field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

const numbersOf = (text: string) => text.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : Number(part)))

const textOf = (numbers: readonly number[]) => numbers.join(', ')

/** Numbers separated by commas. */
export function NumbersField<T extends FieldValues>(props: Props<T>) {
  // The field shows the typed text, because a comma at the end is not a number yet.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <ConvertedField
      {...props}
      type="text"
      inputMode="numeric"
      toText={(value) => (typed !== null && textOf(numbersOf(typed)) === textOf(value) ? typed : textOf(value))}
      toValue={(text) => {
        setTyped(text)
        return numbersOf(text)
      }}
      onLeave={() => setTyped(null)}
    />
  )
}
