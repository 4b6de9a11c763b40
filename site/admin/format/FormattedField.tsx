import { useRef } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Field } from '../forms/Field.tsx'
import type { FieldProps } from '../forms/field-props.ts'
import { FormatBar, formatByKey } from './FormatBar.tsx'

const hint = 'Separa los párrafos con una línea vacía.'

type Props<T extends FieldValues> = FieldProps<T> & { rows: number; required?: boolean }

/** A text with paragraphs, bold, italic, lists and links, in Markdown. */
export function FormattedField<T extends FieldValues>({ control, name, label, rows, required }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <Field name={name} label={label} hint={hint} error={fieldState.error?.message} required={required}>
      {(wiring) => (
        <>
          <FormatBar area={area} />
          <textarea
            dir="auto"
            {...wiring}
            {...field}
            ref={(element) => {
              area.current = element
              field.ref(element)
            }}
            rows={rows}
            className="textarea w-full"
            onKeyDown={formatByKey}
          />
        </>
      )}
    </Field>
  )
}
