import type { FieldValues } from 'react-hook-form'
import { type ImageKind, imageKinds } from '../../../data/image-kinds.ts'
import { uploadMegabytes } from '../../../data/limits.ts'
import { isPhoto } from '../../cropping/crop.ts'
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
      preview={(value) => <ImagePreview key={value} value={value} label={props.label} isLogo={!isPhoto(kind)} />}
    />
  )
}

function limits(kind: ImageKind): string {
  const { max, recommended } = imageKinds[kind]
  const best = `${recommended.width}×${recommended.height} px`
  const size = isPhoto(kind)
    ? `Cualquier foto sirve: se recorta y se reduce aquí. Mejor si tiene al menos ${best}.`
    : `Máximo ${max.width}×${max.height} px, recomendado ${best}.`
  return `${size} PNG, JPG, WebP o SVG de hasta ${uploadMegabytes.image} MB.`
}
