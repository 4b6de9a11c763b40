import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'children'> & { label: string; Icon?: LucideIcon }

export function Button({ label, Icon, ...attributes }: Props) {
  return (
    <button type="button" className="btn btn-sm" {...attributes}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {label}
    </button>
  )
}
