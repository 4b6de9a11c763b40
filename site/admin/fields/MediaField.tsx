import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { mediaUrl } from '../../text.ts'
import { TextField } from './TextField.tsx'

type Props<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string; hint: string }

/** The address of an image, and what it looks like. */
export function MediaField<T extends FieldValues>({ control, name, label, hint }: Props<T>) {
  const value: string = useWatch({ control, name })
  return (
    <div className="flex flex-col gap-2">
      <TextField control={control} name={name} label={label} hint={hint} placeholder="https://…" />
      {value && (
        <div className="rounded-field bg-base-200 border-base-300 flex h-24 items-center justify-center border p-3">
          <img
            key={value}
            src={mediaUrl(value)}
            alt={`Vista previa: ${label}`}
            className="max-h-full max-w-full object-contain"
          />
        </div>
      )}
    </div>
  )
}
