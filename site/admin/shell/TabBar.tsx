import { useEffect } from 'react'
import { TabList } from '../ui/TabList.tsx'
import { openTab } from './tab.ts'

type Props = { tabs: readonly { key: string; label: string }[]; current: string; unsaved: readonly string[] }

export function TabBar({ tabs, current, unsaved }: Props) {
  // On a phone the tab bar is wider than the screen.
  useEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  const marked = tabs.map(({ key, label }) => ({
    key,
    tip: unsaved.includes(key) ? unsavedTip : undefined,
    label: (
      <>
        {label}
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

export const unsavedTip = 'Cambios sin guardar'

export function UnsavedMark() {
  return (
    <span className="unsaved-mark">
      <span className="sr-only"> (cambios sin guardar)</span>
    </span>
  )
}
