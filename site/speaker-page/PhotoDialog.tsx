import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Cropper } from '../cropping/Cropper.tsx'
import './photo-dialog.css'

type Props = { picture: ImageBitmap; name: string; onDone: (file: File) => void; onCancel: () => void }

export function openPhotoDialog({ onCancel, ...props }: Props): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
    props.picture.close()
    onCancel()
  }
  root.render(<PhotoDialog {...props} onCancel={close} />)
}

function PhotoDialog({ onDone, onCancel, ...picked }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<'open' | 'sending' | 'failed'>('open')
  useEffect(() => dialog.current?.showModal(), [])

  async function finish(crop: () => Promise<File>) {
    setState('sending')
    try {
      const file = await crop()
      if (dialog.current?.open) onDone(file)
    } catch {
      setState('failed')
    }
  }

  return (
    <dialog ref={dialog} className="photo-dialog" aria-labelledby="recorte" onClose={onCancel}>
      <h2 id="recorte" className="font-display text-2xl font-bold">
        Recorta tu foto
      </h2>
      <Cropper {...picked} kind="speaker-photo">
        {(crop) => (
          <>
            {state === 'failed' && (
              <p role="alert" className="text-error text-sm font-semibold">
                Este navegador no pudo recortar la foto. Prueba con otra.
              </p>
            )}
            <div className="photo-dialog-actions">
              <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
                Cancelar
              </button>
              <button
                type="button"
                className="btn btn-primary font-display font-bold"
                disabled={state === 'sending'}
                onClick={() => void finish(crop)}
              >
                {state === 'sending' ? 'Subiendo...' : 'Usar este recorte'}
              </button>
            </div>
          </>
        )}
      </Cropper>
    </dialog>
  )
}
