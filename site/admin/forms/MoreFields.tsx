import { type ReactNode, useEffect, useRef } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'

type Props<T extends FieldValues> = {
  control: Control<T>
  names: readonly (keyof T & string)[]
  /** Fields that open the group only if they have an error, not if they have a value. */
  optionalNames?: readonly (keyof T & string)[]
  summary: string
  children: ReactNode
}

export function MoreFields<T extends FieldValues>({ control, names, optionalNames = [], summary, children }: Props<T>) {
  const { errors, defaultValues } = useFormState({ control })
  const start: Record<string, unknown> = defaultValues ?? {}
  const isUsed = names.some((name) => ![undefined, '', 'auto', 0].includes(lengthOrValue(start[name])))
  const hasError = [...names, ...optionalNames].some((name) => name in errors)
  const details = useRef<HTMLDetailsElement>(null)

  // The group opens by itself but never closes, because somebody may be typing in it.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])

  return (
    <details ref={details} open={isUsed} className="more">
      <summary>
        Más <span className="text-base-content/75 font-normal">{summary}</span>
      </summary>
      <div className="flex flex-col gap-5 pt-4">{children}</div>
    </details>
  )
}

const lengthOrValue = (value: unknown) => (Array.isArray(value) ? value.length : (value as string | undefined))
