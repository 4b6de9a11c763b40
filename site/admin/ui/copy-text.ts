import { showToast } from '../../toast/toast.ts'

export async function copyText(text: string, success: { title: string; text?: string }, instruction: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', ...success })
  } catch {
    showToast({ kind: 'error', title: 'No se copió', text: instruction })
  }
}
