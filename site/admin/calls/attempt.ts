import { showToast, type ToastAction, type ToastContent } from '../../toast/toast.ts'
import { serverMessage } from './messages.ts'

export async function attempt(
  failure: string,
  work: () => Promise<(Omit<ToastContent, 'kind'> & { kind?: ToastContent['kind'] }) | undefined>,
  again?: ToastAction,
): Promise<boolean> {
  try {
    const done = await work()
    if (done) showToast({ kind: 'success', ...done })
    return true
  } catch (error) {
    const text = serverMessage(error, 'El servidor no respondió. Inténtalo de nuevo.')
    showToast({ kind: 'error', title: failure, text, ...(again && { action: again }) })
    return false
  }
}
