import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { TabList } from '../ui/TabList.tsx'
import { openTab } from './tab.ts'
import type { TabKey } from './tab-keys.ts'
import { $unsaved } from './unsaved.ts'

type Props = { tabs: readonly { key: TabKey; label: string; section?: string }[]; current: TabKey }

/** The panel's tabs, with a mark at those that hold unsaved changes. */
export function TabBar({ tabs, current }: Props) {
  const unsaved = useStore($unsaved)

  // On a phone the row is wider than the screen: the open tab is brought into view.
  useEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  const marked = tabs.map(({ key, label, section }) => ({
    key,
    label: (
      <>
        {label}
        {section && unsaved.includes(section) && <UnsavedMark />}
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

function UnsavedMark() {
  return (
    <span className="unsaved-mark" title="Cambios sin guardar">
      <span className="sr-only"> (cambios sin guardar)</span>
    </span>
  )
}
