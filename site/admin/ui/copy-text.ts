import { showToast } from '../../toast/toast.ts'

/** Copies a text and says so; where the browser does not let it be copied, `instead` says what to do. */
export async function copyText(text: string, said: { title: string; text?: string }, instead: string): Promise<void> {
  try {
    // Not there without https.
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', ...said })
  } catch {
    showToast({ kind: 'error', title: 'No se copió', text: instead })
  }
}
