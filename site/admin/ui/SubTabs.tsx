import { type ComponentType, useState } from 'react'
import type { TabProps } from '../tab-props.ts'
import { TabList } from './TabList.tsx'

type View = { key: string; label: string; View: ComponentType<TabProps> }

type Props = TabProps & { label: string; views: readonly [View, ...View[]] }

/** Tabs inside a tab, the first one open. */
export function SubTabs({ label, views, ...props }: Props) {
  const [current, setCurrent] = useState(views[0])

  return (
    <div className="flex flex-col gap-5">
      <TabList
        label={label}
        id="subtab"
        tabs={views}
        current={current.key}
        onOpen={(key) => setCurrent(views.find((view) => view.key === key) ?? views[0])}
        className="flex gap-2"
        tabClassName="btn btn-sm aria-selected:btn-neutral not-aria-selected:btn-ghost"
      />
      <div id="subtab-panel" role="tabpanel" aria-labelledby={`subtab-${current.key}`}>
        <current.View {...props} />
      </div>
    </div>
  )
}
