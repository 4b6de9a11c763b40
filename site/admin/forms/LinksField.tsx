import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { Link } from '../../../data/content/schema.ts'
import { DisputeChoice } from './DisputeChoice.tsx'
import { TextField } from './TextField.tsx'

const suggestedLabels = ['GitHub', 'Bluesky', 'Mastodon', 'Instagram', 'YouTube', 'Sitio web']

type WithLinks = { links: Link[] }

type Props<T> = { control: Control<T & WithLinks>; maxLinksCount: number }

export function LinksField<T extends WithLinks>({ control: formControl, maxLinksCount }: Props<T>) {
  // Control's type is invariant, so a form with more fields needs a cast.
  const control = formControl as unknown as Control<WithLinks>
  const { fields, append, remove } = useFieldArray({ control, name: 'links' })
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, row) => (
        <div key={id} className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 sm:grid-cols-[10rem_1fr_auto]">
          <TextField control={control} name={`links.${row}.label`} label={`Enlace ${row + 1}`} suggestions={suggestedLabels} />
          <div className="max-sm:col-start-1">
            <TextField control={control} name={`links.${row}.url`} label={`Dirección ${row + 1}`} placeholder="https://…" />
          </div>
          <button
            type="button"
            className="btn btn-ghost btn-square mt-6 max-sm:col-start-2 max-sm:row-start-1"
            onClick={() => remove(row)}
            aria-label={`Quitar el enlace ${row + 1}`}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
      ))}
      {fields.length < maxLinksCount && (
        <button type="button" className="btn btn-ghost btn-sm self-start" onClick={() => append({ label: '', url: '' })}>
          <Plus className="size-4" aria-hidden="true" /> Agregar un enlace
        </button>
      )}
      <DisputeChoice name="links" />
    </div>
  )
}
