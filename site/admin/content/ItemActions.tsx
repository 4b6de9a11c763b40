import { Copy, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ItemAction } from '../ui/ItemAction.tsx'
import { MoveActions } from '../ui/MoveActions.tsx'

type Props = {
  name: string
  onEdit: () => void
  onCopy: () => void
  onDelete: () => void
  more?: ReactNode
  order?: { onUp?: () => void; onDown?: () => void; handle: ComponentProps<'button'> }
}

export function ItemActions({ name, onEdit, onCopy, onDelete, more, order }: Props) {
  return (
    <div className="item-actions">
      {order && (
        <>
          {/* Only for pointers. With the keyboard, people move items with the buttons for up and down. */}
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            data-tip="Arrastrar"
            className="item-action cursor-grab touch-none active:cursor-grabbing"
            {...order.handle}
          >
            <GripVertical className="size-4" />
          </button>
          <MoveActions name={name} onUp={order.onUp} onDown={order.onDown} />
          <span className="flex-1" />
        </>
      )}
      <span className="flex">
        {more}
        <ItemAction label={`Editar ${name}`} tip="Editar" Icon={Pencil} onClick={onEdit} />
        <ItemAction label={`Duplicar ${name}`} tip="Duplicar" Icon={Copy} onClick={onCopy} />
        <ItemAction label={`Eliminar ${name}`} tip="Eliminar" Icon={Trash2} onClick={onDelete} className="text-error" />
      </span>
    </div>
  )
}
