import { Link } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../forms/Field.tsx'

type Props = {
  isBusy: boolean
  problem?: string
  read: unknown
  onRead: (url: string) => void
}

export function AddressForm({ isBusy, problem, read, onRead }: Props) {
  const [url, setUrl] = useState('')
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!read || !details.current) return
    // Folding would hide the focused field, so the focus moves to the summary first.
    if (details.current.contains(document.activeElement)) summary.current?.focus()
    details.current.open = false
  }, [read])

  return (
    <details ref={details} open className="more">
      <summary ref={summary} hidden={!read}>
        Leer una dirección
      </summary>
      <form
        className={read ? 'pt-2' : ''}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onRead(url)
        }}
      >
        <Field
          name={null}
          label="o pega una dirección"
          hint="De pretalx, la que termina en schedule/export/schedule.json. De Sessionize, la de API / Embed en JSON que termina en view/All."
          error={problem}
        >
          {(wiring) => (
            <div className="flex gap-2">
              <input
                {...wiring}
                type="url"
                inputMode="url"
                autoComplete="url"
                placeholder="https://"
                className="input min-w-0 grow"
                value={url}
                onChange={({ target }) => setUrl(target.value)}
              />
              <button type="submit" className="btn" aria-disabled={isBusy}>
                <Link className="size-4" aria-hidden="true" />
                Leer
              </button>
            </div>
          )}
        </Field>
      </form>
    </details>
  )
}
