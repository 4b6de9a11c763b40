import { type ReactNode, useId } from 'react'

type Props = { title: string; hint?: ReactNode; children: ReactNode }

export function FieldGroup({ title, hint, children }: Props) {
  const id = useId()
  return (
    // Not a `<legend>`, because browsers draw a legend across the border.
    <fieldset className="card min-w-0" aria-labelledby={id}>
      <header className="flex flex-col gap-1">
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        {hint && <p className="text-base-content/75 max-w-prose text-sm">{hint}</p>}
      </header>
      {children}
    </fieldset>
  )
}
