import { useStore } from '@nanostores/react'
import { Settings } from 'lucide-react'
import { useEffect } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { TabList } from '../ui/TabList.tsx'
import { openProposals, proposalsToReview } from './open-proposals.ts'
import { $tab, $views, addressOf, openTab } from './tab.ts'

type Props = { tabs: readonly { key: string; label: string }[]; current: string; unsaved: readonly string[] }

export function TabBar({ tabs, current, unsaved }: Props) {
  const proposalCount = useStore(openProposals.$loaded).data?.length ?? 0

  // On a phone the current tab may be outside the screen.
  useEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  const marked = tabs.map(({ key, label }) => ({
    key,
    tip: unsaved.includes(key) ? unsavedTip : undefined,
    label: (
      <>
        {label}
        {key === 'speakers' && proposalCount > 0 && <ProposalCount count={proposalCount} />}
        {unsaved.includes(key) && <UnsavedMark />}
      </>
    ),
  }))

  return (
    <TabList
      label="Contenido"
      id="tab"
      tabs={marked}
      current={current}
      onOpen={openTab}
      className="tab-bar"
      tabClassName="tab-button"
    />
  )
}

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

function ProposalCount({ count }: { count: number }) {
  return (
    <>
      <span className="tab-count" aria-hidden="true">
        {formatCount(count)}
      </span>
      <span className="sr-only"> ({proposalsToReview(count)})</span>
    </>
  )
}

const unsavedTip = 'Cambios sin guardar'

function UnsavedMark() {
  return (
    <span className="unsaved-mark">
      <span className="sr-only"> (cambios sin guardar)</span>
    </span>
  )
}
