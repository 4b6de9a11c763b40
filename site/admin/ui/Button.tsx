import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type Face = {
  label: string
  Icon?: LucideIcon
  isIconOnPhone?: boolean
}

type Props<E extends 'a' | 'button'> = Omit<ComponentProps<E>, 'children'> & Face

export function Button({ label, Icon, isIconOnPhone, ...attributes }: Props<'button'>) {
  return (
    <button type="button" className="btn btn-sm" {...attributes}>
      {face({ label, Icon, isIconOnPhone })}
    </button>
  )
}

export function ButtonLink({ label, Icon, isIconOnPhone, ...attributes }: Props<'a'>) {
  return (
    <a className="btn btn-sm" {...attributes}>
      {face({ label, Icon, isIconOnPhone })}
    </a>
  )
}

const face = ({ label, Icon, isIconOnPhone }: { [K in keyof Face]: Face[K] | undefined }) => (
  <>
    {Icon && <Icon className="size-4" aria-hidden="true" />}
    {isIconOnPhone ? <span className="max-sm:sr-only">{label}</span> : label}
  </>
)
