import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'

type Props<T extends FieldValues> = {
  title: string
  hint: ReactNode
  control: Control<T>
  names: readonly (keyof T & string)[]
  children: ReactNode
}

/** A group of fields that is closed at first if all its fields are unused. */
export function Folded<T extends FieldValues>({ title, hint, control, names, children }: Props<T>) {
  const id = useId()
  const { errors, defaultValues } = useFormState({ control })
  const start: Record<string, unknown> = defaultValues ?? {}
  const isUsed = names.some((name) => !isUnused(start[name]))
  const hasError = names.some((name) => name in errors)
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])

  return (
    <details ref={details} open={isUsed} className="card min-w-0">
      <summary id={id} className="cursor-pointer font-bold">
        {title}
      </summary>
      <fieldset className="flex min-w-0 flex-col gap-5" aria-labelledby={id}>
        <p className="text-base-content/75 max-w-prose text-sm">{hint}</p>
        {children}
      </fieldset>
    </details>
  )
}

const isUnused = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
