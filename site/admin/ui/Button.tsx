import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props<E extends 'a' | 'button'> = Omit<ComponentProps<E>, 'children'> & { label: string; Icon?: LucideIcon }

export function Button({ label, Icon, ...attributes }: Props<'button'>) {
  return (
    <button type="button" className="btn btn-sm" {...attributes}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {label}
    </button>
  )
}

export function ButtonLink({ label, Icon, ...attributes }: Props<'a'>) {
  return (
    <a className="btn btn-sm" {...attributes}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {label}
    </a>
  )
}
