import { Link } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../forms/Field.tsx'

type Props = { isBusy: boolean; problem?: string; onRead: (url: string) => void }

/** Where the programme is kept, in place of a file of it. What was typed stays until it is read, and after. */
export function AddressForm({ isBusy, problem, onRead }: Props) {
  const [url, setUrl] = useState('')
  return (
    <form
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
  )
}
