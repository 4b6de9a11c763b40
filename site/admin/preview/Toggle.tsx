import type { LucideIcon } from 'lucide-react'

type Props = { label: string; Icon: LucideIcon; isOn: boolean; onClick: () => void }

/** One of several ways to look at the page. */
export function Toggle({ label, Icon, isOn, onClick }: Props) {
  return (
    <button
      type="button"
      className="btn btn-sm btn-square aria-pressed:btn-neutral not-aria-pressed:btn-ghost"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}
