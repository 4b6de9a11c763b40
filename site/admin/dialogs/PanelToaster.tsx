import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { Toaster } from '../../toast/Toaster.tsx'
import { keepClear } from '../ui/keep-clear.ts'
import { $dialogs } from './dialogs.ts'

/** Shows toasts in the topmost dialog, because everything outside an open dialog is inert. */
export function PanelToaster({ dialog }: { dialog?: RefObject<HTMLElement | null> }) {
  const top = useStore($dialogs).at(-1)?.element ?? null
  const container = dialog ? (dialog.current ?? undefined) : null
  return top === container && <Toaster keepClear={keepClear} />
}
