import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './Button.tsx'

export type MenuAction = { label: string; Icon: LucideIcon } & ({ onClick: () => void } | { href: string })

/** With `Icon`, the button shows the icon and the label. Otherwise the button is small, and only a tooltip shows the label. */
type Props = { label: string; Icon?: LucideIcon; actions: MenuAction[]; disabled?: boolean }

export function ActionMenu({ label, Icon, actions, disabled }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place() {
    const [from, box] = [button.current?.getBoundingClientRect(), menu.current]
    if (!from || !box) return
    const isBelow = from.bottom + box.offsetHeight < window.innerHeight
    box.style.top = `${isBelow ? from.bottom : Math.max(0, from.top - box.offsetHeight)}px`
    box.style.left = `${Math.max(8, from.right - box.offsetWidth)}px`
    window.addEventListener('scroll', () => box.hidePopover(), { once: true, passive: true })
  }

  return (
    <>
      {Icon ? (
        <Button ref={button} label={label} Icon={Icon} className="btn btn-ghost px-2" popoverTarget={id} disabled={disabled} />
      ) : (
        <button ref={button} type="button" className="item-action" aria-label={label} data-tip="Más" popoverTarget={id}>
          <EllipsisVertical className="size-4" aria-hidden="true" />
        </button>
      )}
      <div ref={menu} id={id} popover="auto" className="action-menu" onToggle={({ newState }) => newState === 'open' && place()}>
        {actions.map((action) => (
          <Item key={action.label} action={action} onClose={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}

function Item({ action, onClose }: { action: MenuAction; onClose: () => void }) {
  const { label, Icon } = action
  const face = (
    <>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {label}
    </>
  )
  if ('href' in action)
    return (
      <a href={action.href} download className="action-menu-item" onClick={onClose}>
        {face}
      </a>
    )
  return (
    <button
      type="button"
      className="action-menu-item"
      onClick={() => {
        // Closes the menu first. When a dialog that the action opens is closed, the focus then returns to the menu's button.
        onClose()
        action.onClick()
      }}
    >
      {face}
    </button>
  )
}
