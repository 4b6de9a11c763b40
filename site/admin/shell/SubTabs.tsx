import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import { TabList } from '../ui/TabList.tsx'
import { $views, openTab } from './tab.ts'

type View = { key: string; label: string; View: ComponentType }

type Props = {
  tab: string
  label: string
  views: readonly [View, ...View[]]
  /** Keeps hidden views mounted, with their unsaved input. */
  keepsViews?: boolean
}

export function SubTabs({ tab, label, views, keepsViews = false }: Props) {
  const { [tab]: viewKey } = useStore($views, { keys: [tab] })
  const current = views.find(({ key }) => key === viewKey) ?? views[0]

  return (
    <div className="flex flex-col gap-5">
      <TabList
        label={label}
        id="subtab"
        tabs={views}
        current={current.key}
        onOpen={(key) => openTab(tab, key === views[0].key ? '' : key)}
        className="flex flex-wrap gap-x-0.5 gap-y-2"
        tabClassName="btn btn-sm px-1.75 aria-selected:btn-neutral not-aria-selected:btn-ghost"
      />
      {views
        .filter((view) => keepsViews || view === current)
        .map(({ key, View }) => (
          <div
            key={key}
            id={key === current.key ? 'subtab-panel' : undefined}
            role="tabpanel"
            aria-labelledby={`subtab-${key}`}
            hidden={key !== current.key}
          >
            <View />
          </div>
        ))}
    </div>
  )
}
