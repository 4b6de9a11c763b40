import type { LucideIcon } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { firstClick } from './first-click.ts'

type Props = {
  label: string
  /** The tooltip. */
  tip: string
  Icon: LucideIcon
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  /** Whether each of several quick clicks is meant, as for a step. */
  isStep?: boolean
  className?: string
}

/** One thing that can be done with an item of a list: an icon, with all it says for those who do not see it. */
export function ItemAction({ label, tip, Icon, onClick, isStep = false, className = '' }: Props) {
  return (
    <button
      type="button"
      className={`item-action ${className}`}
      aria-label={label}
      data-tip={tip}
      // Not `disabled`: at the end of the list the button that got the item there would lose the focus.
      aria-disabled={!onClick}
      onClick={onClick && !isStep ? firstClick(onClick) : onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}
