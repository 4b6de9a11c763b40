import { useState } from 'react'
import { mediaUrl } from '../../text.ts'
import { useSettled } from './use-settled.ts'

type Props = { value: string; label: string }

/** What an address shows. */
export function ImagePreview({ value, label }: Props) {
  const source = useSettled(value)
  return source && <Image key={source} value={source} label={label} />
}

function Image({ value, label }: Props) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p className="upload-empty">En esta dirección no hay una imagen que se pueda mostrar.</p>
  return (
    <div className="upload-preview">
      <img
        src={mediaUrl(value)}
        alt={`Vista previa: ${label}`}
        className="max-h-40 max-w-full object-contain"
        onError={() => setIsBroken(true)}
      />
    </div>
  )
}

export function VideoPreview({ value, label }: Props) {
  const source = useSettled(value)
  return source && <Video key={source} value={source} label={label} />
}

function Video({ value, label }: Props) {
  const [isBroken, setIsBroken] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a preview of whatever file was uploaded. */}
      <video
        src={mediaUrl(value)}
        aria-label={`Vista previa: ${label}`}
        controls
        preload="metadata"
        className="rounded-field bg-neutral aspect-video w-full"
        onError={() => setIsBroken(true)}
      />
      {isBroken && (
        <p className="text-warning text-sm">
          Este navegador no reproduce este video. Si lo grabó un teléfono, conviértelo a MP4 (H.264).
        </p>
      )}
    </>
  )
}
