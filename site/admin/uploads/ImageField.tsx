import type { FieldValues } from 'react-hook-form'
import { type ImageKind, imageKinds } from '../../../data/uploads.ts'
import type { FieldProps } from '../forms/field-props.ts'
import { ImagePreview } from './Preview.tsx'
import { UploadField } from './UploadField.tsx'

type Props<T extends FieldValues> = FieldProps<T> & {
  kind: ImageKind
  note?: string
  takesAddress?: boolean
}

export function ImageField<T extends FieldValues>({ kind, note, ...props }: Props<T>) {
  return (
    <UploadField
      {...props}
      kind={kind}
      hint={[note, limits(kind)].filter(Boolean).join(' ')}
      preview={(value) => <ImagePreview key={value} value={value} label={props.label} />}
    />
  )
}

function limits(kind: ImageKind): string {
  const { max, recommended } = imageKinds[kind]
  const size = `Máximo ${max.width}×${max.height} px, recomendado ${recommended.width}×${recommended.height} px.`
  return `${size} PNG, JPG, WebP o SVG de hasta 10 MB.`
}
