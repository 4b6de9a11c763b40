import { useEffect } from 'react'
import { hidePassing } from '../../toast/toast.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { MoveBy } from './MoveBy.tsx'
import { MoveTo } from './MoveTo.tsx'
import type { MoveProps } from './move-controls.tsx'
import { SwapWith } from './SwapWith.tsx'
import { useMoving } from './use-moving.ts'

type Props = Pick<MoveProps, 'event' | 'events' | 'scenarios' | 'eventDay'> & {
  onEdit?: () => void
  onCopy?: () => void
  onClose: () => void
}

export function MoveDialog({ onEdit, onCopy, onClose, ...agenda }: Props) {
  // Hides an earlier toast, which would cover the times on a phone.
  useEffect(hidePassing, [])
  const onRefused = () => {
    onClose()
    return 0
  }
  const props: MoveProps = { ...agenda, ...useMoving({ ...agenda, onSaved: onClose, onRefused }) }
  return (
    <Dialog title={`Mover «${agenda.event.title}»`} onClose={onClose}>
      <MoveBy {...props} />
      <MoveTo {...props} />
      <SwapWith {...props} />
      {onEdit && onCopy && (
        <div className="panel-dialog-actions">
          <button type="button" className="btn" onClick={onCopy}>
            Duplicar
          </button>
          <button type="button" className="btn" onClick={onEdit}>
            Editar
          </button>
        </div>
      )}
    </Dialog>
  )
}
