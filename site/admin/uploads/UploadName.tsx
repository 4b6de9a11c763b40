const upload = /^\/public-objects\/(\d{13})-[0-9a-f]+\.(webp|svg|mp4|webm|mov)$/

const day = new Intl.DateTimeFormat('es-GT', { dateStyle: 'long' })

function uploadName(value: string): string | null {
  const [, at, ending = ''] = upload.exec(value) ?? []
  if (!at) return null
  const isImage = ending === 'webp' || ending === 'svg'
  return `${isImage ? 'Imagen subida' : 'Video subido'} el ${day.format(new Date(Number(at)))}`
}

/** Covers the address of an uploaded file until the input has the focus. */
export function UploadName({ value }: { value: string }) {
  const name = uploadName(value)
  return name && <span className="upload-name">{name}</span>
}
