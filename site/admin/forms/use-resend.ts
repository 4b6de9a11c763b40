import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { $isOffline } from '../calls/connection.ts'

/** A save that got no answer: the line is still cut, or is back and the save can be tried again. */
export type Unsent = 'cut' | 'back' | null

/** After a save that failed for want of network: offers it again when the network is back. */
export function useResend(save: () => Promise<void>, { inToast = true } = {}) {
  const isOffline = useStore($isOffline)
  const [isUnsent, setIsUnsent] = useState(false)
  const newest = useRef(save)
  newest.current = save
  const state: Unsent = !isUnsent ? null : isOffline ? 'cut' : 'back'

  useEffect(() => {
    if (state !== 'back' || !inToast) return
    const action = { label: 'Guardar ahora', run: () => newest.current() }
    showToast({
      kind: 'success',
      title: 'Volvió la conexión',
      text: 'Lo que escribiste sigue aquí: guárdalo otra vez.',
      action,
      stays: true,
    })
  }, [state, inToast])

  return { state, offer: () => setIsUnsent(true), cancel: () => setIsUnsent(false) }
}

/** What a dialog says of a save for which there was no network: of what is kept on the device, and of what is not, as a password. */
export const keptHere: ToastContent = {
  kind: 'error',
  title: 'Sin conexión',
  text: 'Se guarda en este dispositivo y se envía después, cuando presiones Guardar.',
}
export const notSent: ToastContent = {
  kind: 'error',
  title: 'Sin conexión',
  text: 'Puede que no se haya guardado. Lo que escribiste sigue aquí.',
}

/** What to say of it beside the button that saves. Where there was no answer it may be saved all the same. */
export const unsentLabels = {
  cut: 'Sin conexión: puede que no se haya guardado. Lo que escribiste sigue aquí.',
  back: 'Volvió la conexión: ya puedes guardar.',
} as const
