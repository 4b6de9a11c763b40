import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { Toaster } from '../../toast/Toaster.tsx'
import { $dialogs } from './dialogs.ts'
import { keepClear } from './keep-clear.ts'

/** The panel's messages, in the topmost dialog while there is one: what they offer can be reached only there. */
export function PanelToaster({ dialog }: { dialog?: RefObject<HTMLElement | null> }) {
  const top = useStore($dialogs).at(-1) ?? null
  // One that is not noted yet is not the topmost.
  const container = dialog ? (dialog.current ?? undefined) : null
  return top === container && <Toaster keepClear={keepClear} />
}
