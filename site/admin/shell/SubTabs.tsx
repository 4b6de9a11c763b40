import { type ComponentType, useState } from 'react'
import { TabList } from '../ui/TabList.tsx'
import type { TabProps } from './tab-props.ts'

type View = { key: string; label: string; View: ComponentType<TabProps> }

type Props = TabProps & {
  label: string
  views: readonly [View, ...View[]]
  /** Whether a view stays as it is behind the others, with what was typed into it. */
  isKept?: boolean
  /** A view that is to be shown, when somebody pointed at what is in it. */
  wanted?: string | undefined
}

/** Tabs inside a tab, the first one open. */
export function SubTabs({ label, views, isKept = false, wanted, ...props }: Props) {
  const viewOf = (name: string | undefined) => views.find(({ key }) => key === name)
  const [current, setCurrent] = useState(() => viewOf(wanted) ?? views[0])
  const [shown, setShown] = useState(wanted)

  // While rendering, not after it: a dialog that opens with its view takes the focus only where it is seen.
  if (wanted !== shown) {
    setShown(wanted)
    setCurrent(viewOf(wanted) ?? current)
  }

  return (
    <div className="flex flex-col gap-5">
      <TabList
        label={label}
        id="subtab"
        tabs={views}
        current={current.key}
        onOpen={(key) => setCurrent(viewOf(key) ?? views[0])}
        className="flex gap-2"
        tabClassName="btn btn-sm aria-selected:btn-neutral not-aria-selected:btn-ghost"
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
