import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import type { FieldProps } from './field-props.ts'

type Props<T extends FieldValues> = FieldProps<T> & {
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  type?: HTMLInputTypeAttribute
  placeholder?: string
  autoComplete?: string
  rows?: number
  suggestions?: readonly string[]
}

export function TextField<T extends FieldValues>(props: Props<T>) {
  const { control, name, label, hint, required, rows, suggestions = [], ...attributes } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} required={required}>
      {(wiring) =>
        rows ? (
          <textarea dir="auto" {...wiring} {...field} {...attributes} rows={rows} className="textarea w-full" />
        ) : (
          <>
            <input
              dir="auto"
              {...wiring}
              {...field}
              {...attributes}
              list={suggestions.length > 0 ? `${wiring.id}-list` : undefined}
              className="input w-full"
            />
            {suggestions.length > 0 && (
              <datalist id={`${wiring.id}-list`}>
                {suggestions.map((text) => (
                  <option key={text} value={text} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  )
}

export function suggestionsFrom<T>(items: readonly T[], field: keyof T): string[] {
  return [...new Set(items.map((item) => String(item[field])).filter(Boolean))].toSorted((a, b) => a.localeCompare(b, 'es'))
}
