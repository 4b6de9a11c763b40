import { Play } from 'lucide-react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { mediaUrl } from '../../text.ts'
import { TextField } from './TextField.tsx'

type Props<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string; hint: string }

/** The address of a video, and a way to watch it. */
export function VideoField<T extends FieldValues>({ control, name, label, hint }: Props<T>) {
  const value: string = useWatch({ control, name })
  return (
    <div className="flex flex-col gap-2">
      <TextField control={control} name={name} label={label} hint={hint} placeholder="https://…" />
      {value && (
        <a href={mediaUrl(value)} target="_blank" rel="noopener" className="btn btn-outline btn-sm self-start">
          <Play className="size-4" aria-hidden="true" />
          Ver Video
        </a>
      )}
    </div>
  )
}
