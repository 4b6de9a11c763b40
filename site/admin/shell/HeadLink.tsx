import { useStore } from '@nanostores/react'
import { Settings } from 'lucide-react'
import { UnsavedMark, unsavedTip } from './TabBar.tsx'
import { $tab, $views, addressOf } from './tab.ts'

export function HeadLink({ tab, label, isUnsaved }: { tab: string; label: string; isUnsaved: boolean }) {
  const isOpen = useStore($tab) === tab
  const { [tab]: view } = useStore($views, { keys: [tab] })
  return (
    <a
      href={`#${addressOf(tab, view)}`}
      className="btn btn-ghost btn-sm aria-[current]:btn-active"
      data-tip={isUnsaved ? unsavedTip : label}
      aria-current={isOpen ? 'page' : undefined}
    >
      <Settings className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">{label}</span>
      {isUnsaved && <UnsavedMark />}
    </a>
  )
}
