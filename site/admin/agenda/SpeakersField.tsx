import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { ItemFields, Speaker } from '../../../data/content/schema.ts'
import { limits } from '../../../data/limits.ts'
import { DisputeChoice } from '../forms/DisputeChoice.tsx'
import { Field } from '../forms/Field.tsx'

type Props = { control: Control<ItemFields<'events'>>; speakers: Speaker[] }

export function SpeakersField({ control, speakers }: Props) {
  const { field, fieldState } = useController({ control, name: 'speakerIds' })
  const [isAdding, setIsAdding] = useState(false)
  const byName = speakers.toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  const hasRoom = !isAdding && field.value.length > 0 && field.value.length < limits.speakers
  const rows = isAdding || field.value.length === 0 ? [...field.value, ''] : field.value

  function put(row: number, id: string) {
    setIsAdding(false)
    field.onChange(field.value.toSpliced(row, 1, ...(id ? [id] : [])))
  }

  return (
    <div className="flex flex-col gap-2">
      {rows.map((chosen, row) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its choice changes
          key={row}
          name={null}
          label={row === 0 ? 'Speaker' : `Speaker ${row + 1}`}
          error={row === 0 ? fieldState.error?.message : undefined}
        >
          {(wiring) => (
            <div className="flex gap-2">
              <select
                {...wiring}
                ref={row === 0 ? field.ref : undefined}
                value={chosen}
                onChange={(event) => put(row, event.target.value)}
                onBlur={field.onBlur}
                className="select w-full"
              >
                <option value="">Sin speaker</option>
                {byName.map(({ id, name, company }) => (
                  <option key={id} value={id} disabled={id !== chosen && field.value.includes(id)}>
                    {isAmbiguous(name, byName) && company ? `${name} (${company})` : name}
                  </option>
                ))}
              </select>
              {rows.length > 1 && (
                <button
                  type="button"
                  className="btn btn-ghost btn-square"
                  onClick={() => put(row, '')}
                  aria-label={`Quitar a ${speakers.find(({ id }) => id === chosen)?.name ?? 'nadie'}`}
                >
                  <X className="size-4" aria-hidden="true" />
                </button>
              )}
            </div>
          )}
        </Field>
      ))}
      {hasRoom && (
        <button type="button" className="btn btn-ghost btn-sm self-start" onClick={() => setIsAdding(true)}>
          <Plus className="size-4" aria-hidden="true" /> Agregar a alguien más
        </button>
      )}
      <DisputeChoice name="speakerIds" />
    </div>
  )
}

const isAmbiguous = (name: string, speakers: Speaker[]) => speakers.filter((speaker) => speaker.name === name).length > 1
