import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'

export type MenuAction = { label: string; Icon: LucideIcon; onClick: () => void }

export function ActionMenu({ label, actions }: { label: string; actions: MenuAction[] }) {
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
      <button ref={button} type="button" className="item-action" aria-label={label} data-tip="Más" popoverTarget={id}>
        <EllipsisVertical className="size-4" aria-hidden="true" />
      </button>
      <div ref={menu} id={id} popover="auto" className="action-menu" onToggle={({ newState }) => newState === 'open' && place()}>
        {actions.map(({ label: text, Icon, onClick }) => (
          <button
            key={text}
            type="button"
            className="action-menu-item"
            onClick={() => {
              // The menu closes first, so that the next dialog returns the focus to the menu's button.
              menu.current?.hidePopover()
              onClick()
            }}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {text}
          </button>
        ))}
      </div>
    </>
  )
}
