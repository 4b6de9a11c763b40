import type { ToastAction } from '../../toast/toast.ts'
import { attempt } from './attempt.ts'

export function undoing(undo: () => Promise<unknown>): ToastAction {
  const action: ToastAction = {
    label: 'Deshacer',
    run: async () => {
      await attempt('No se pudo deshacer', () => undo().then(() => ({ title: 'Cambio deshecho' })), action)
    },
  }
  return action
}
