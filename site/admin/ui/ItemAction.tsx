import type { LucideIcon } from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { firstClick } from './first-click.ts'

type Props = {
  label: string
  tip: string
  Icon: LucideIcon
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  isStep?: boolean
  className?: string
}

export function ItemAction({ label, tip, Icon, onClick, isStep = false, className = '' }: Props) {
  return (
    <button
      type="button"
      className={`item-action ${className}`}
      aria-label={label}
      data-tip={tip}
      // Not `disabled`, because a disabled button would lose the focus.
      aria-disabled={!onClick}
      onClick={onClick && !isStep ? firstClick(onClick) : onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}
