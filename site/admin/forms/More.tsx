import { type ReactNode, useEffect, useRef } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'

type Props<T extends FieldValues> = {
  control: Control<T>
  /** The fields in it: it is open where one of them says something. */
  names: readonly (keyof T & string)[]
  /** Further ones, which say something in every item: they open it only where they are wrong. */
  quiet?: readonly (keyof T & string)[]
  /** What it holds. */
  of: string
  children: ReactNode
}

/** Fields that are seldom needed, one step away. */
export function More<T extends FieldValues>({ control, names, quiet = [], of, children }: Props<T>) {
  const { errors, defaultValues } = useFormState({ control })
  const start: Record<string, unknown> = defaultValues ?? {}
  const isUsed = names.some((name) => ![undefined, '', 'auto', 0].includes(lengthOrValue(start[name])))
  const hasError = [...names, ...quiet].some((name) => name in errors)
  const details = useRef<HTMLDetailsElement>(null)

  // What is wrong is seen. Once it is put right it stays open: somebody is typing in it.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])

  return (
    <details ref={details} open={isUsed} className="more">
      <summary>
        Más <span className="text-base-content/75 font-normal">{of}</span>
      </summary>
      <div className="flex flex-col gap-5 pt-4">{children}</div>
    </details>
  )
}

const lengthOrValue = (value: unknown) => (Array.isArray(value) ? value.length : (value as string | undefined))
