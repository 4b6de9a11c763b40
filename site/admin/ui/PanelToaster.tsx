import { useStore } from '@nanostores/react'
import { createPortal } from 'react-dom'
import { Toaster } from '../../toast/Toaster.tsx'
import { $dialogs } from './dialogs.ts'
import { keepClear } from './keep-clear.ts'

/** The panel's messages: inside the topmost dialog while there is one, where what they offer can be reached. */
export function PanelToaster() {
  const dialog = useStore($dialogs).at(-1)
  return dialog ? createPortal(<Toaster keepClear={keepClear} />, dialog) : <Toaster keepClear={keepClear} />
}
