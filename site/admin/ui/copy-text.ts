import { showToast } from '../../toast/toast.ts'

/** Toasts `said`, or `instead` if the browser does not allow it. */
export async function copyText(text: string, said: { title: string; text?: string }, instead: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', ...said })
  } catch {
    showToast({ kind: 'error', title: 'No se copió', text: instead })
  }
}
