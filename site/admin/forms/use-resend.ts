import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { $isOffline } from '../calls/connection.ts'

/** `cut`: a save failed, and the network is still down. `back`: the network works again. */
export type Unsent = 'cut' | 'back' | null

export function useResend(save: () => Promise<void>, { inToast }: { inToast: boolean }) {
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

export const storedOnDevice: ToastContent = {
  kind: 'error',
  title: 'Sin conexión',
  text: 'Se guarda en este dispositivo y se envía después, cuando presiones Guardar.',
}
export const notSent: ToastContent = {
  kind: 'error',
  title: 'Sin conexión',
  text: 'Puede que no se haya guardado. Lo que escribiste sigue aquí.',
}

/** The texts do not claim that nothing was saved, because the request may have reached the server although no response came. */
export const unsentLabels = {
  cut: 'Sin conexión: puede que no se haya guardado. Lo que escribiste sigue aquí.',
  back: 'Volvió la conexión: ya puedes guardar.',
} as const
