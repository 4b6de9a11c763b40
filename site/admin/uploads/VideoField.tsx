import { Play } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { mediaUrl } from '../../text/text.ts'
import type { FieldProps } from '../forms/field-props.ts'
import { VideoPreview } from './Preview.tsx'
import { UploadField } from './UploadField.tsx'

type Props<T extends FieldValues> = FieldProps<T> & { hint: string }

export function VideoField<T extends FieldValues>(props: Props<T>) {
  return (
    <UploadField
      {...props}
      kind="video"
      preview={(value) => (
        <>
          <VideoPreview key={value} value={value} label={props.label} />
          <a href={mediaUrl(value)} target="_blank" rel="noopener" className="btn btn-outline btn-sm self-start">
            <Play className="size-4" aria-hidden="true" />
            Ver Video
          </a>
        </>
      )}
    />
  )
}
