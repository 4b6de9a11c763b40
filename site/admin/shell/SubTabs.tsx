import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import { TabList } from '../ui/TabList.tsx'
import { $views, openTab } from './tab.ts'
import type { TabProps } from './tab-props.ts'

type View = { key: string; label: string; View: ComponentType<TabProps> }

type Props = TabProps & {
  tab: string
  label: string
  /** Keys appear in the address. The first is the default. */
  views: readonly [View, ...View[]]
  /** Views stay mounted, with their unsaved input. */
  isKept?: boolean
}

export function SubTabs({ tab, label, views, isKept = false, ...props }: Props) {
  const { [tab]: named } = useStore($views, { keys: [tab] })
  const current = views.find(({ key }) => key === named) ?? views[0]

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
        .filter((view) => isKept || view === current)
        .map(({ key, View }) => (
          <div
            key={key}
            id={key === current.key ? 'subtab-panel' : undefined}
            role="tabpanel"
            aria-labelledby={`subtab-${key}`}
            hidden={key !== current.key}
          >
            <View {...props} />
          </div>
        ))}
    </div>
  )
}
