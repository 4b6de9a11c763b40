import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { openTab } from '../stores/tab.ts'
import { $unsaved } from '../stores/unsaved.ts'
import type { TabKey } from '../tab-keys.ts'
import { tabs } from '../tabs.ts'
import { TabList } from './TabList.tsx'

/** The panel's tabs, with a mark at those that hold unsaved changes. */
export function TabBar({ current }: { current: TabKey }) {
  const unsaved = useStore($unsaved)

  // On a phone the row is wider than the screen: the open tab is brought into view.
  useEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  const marked = tabs.map(({ key, label, ...tab }) => ({
    key,
    label: (
      <>
        {label}
        {'section' in tab && unsaved.includes(tab.section as string) && <UnsavedMark />}
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
