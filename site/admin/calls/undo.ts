import { showToast, type ToastAction } from '../../toast/toast.ts'
import { serverMessage } from './messages.ts'

/** Offers to undo a change, in the toast that tells of it, and says how that went. */
export function undoing(undo: () => Promise<unknown>): ToastAction {
  return {
    label: 'Deshacer',
    run: async () => {
      try {
        await undo()
        showToast({ kind: 'success', title: 'Cambio deshecho' })
      } catch (error) {
        const text = serverMessage(error, 'El servidor no respondió. Inténtalo de nuevo.')
        showToast({ kind: 'error', title: 'No se pudo deshacer', text, action: undoing(undo) })
      }
    },
  }
}
