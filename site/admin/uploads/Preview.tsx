import { useState } from 'react'
import { mediaUrl } from '../../text/text.ts'

type Props = { value: string; label: string }

/** Pass the address as React `key`, because otherwise no new address would be tried after a broken address. */
export function ImagePreview({ value, label, isLogo }: Props & { isLogo: boolean }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p className="upload-empty">En esta dirección no hay una imagen que se pueda mostrar.</p>
  return (
    <div className={isLogo ? 'upload-grounds' : 'upload-preview'}>
      <img
        src={mediaUrl(value)}
        alt={`Vista previa: ${label}`}
        className="max-h-40 max-w-full object-contain"
        onError={() => setIsBroken(true)}
      />
      {isLogo && <img src={mediaUrl(value)} alt="" className="max-h-40 max-w-full object-contain" />}
    </div>
  )
}

export function VideoPreview({ value, label }: Props) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) {
    return (
      <p className="upload-empty">
        Este video no se puede reproducir aquí. Revisa la dirección; si lo grabó un teléfono, conviértelo a MP4 (H.264).
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
    <video
      src={mediaUrl(value)}
      aria-label={`Vista previa: ${label}`}
      controls
      preload="metadata"
      className="rounded-field bg-neutral aspect-video w-full"
      onError={() => setIsBroken(true)}
    />
  )
}
