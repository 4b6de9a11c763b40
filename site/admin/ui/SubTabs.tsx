import { type ComponentType, type KeyboardEvent, useState } from 'react'
import type { TabProps } from '../tab-props.ts'

type View = { key: string; label: string; View: ComponentType<TabProps> }

type Props = TabProps & { label: string; views: readonly [View, ...View[]] }

/** Tabs inside a tab, the first one open. Arrow keys move between them, as in any tab list. */
export function SubTabs({ label, views, ...props }: Props) {
  const [current, setCurrent] = useState(views[0])

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && views.at((views.indexOf(current) + step) % views.length)
    if (!next) return
    event.preventDefault()
    setCurrent(next)
    document.getElementById(`subtab-${next.key}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-5">
      <div role="tablist" aria-label={label} className="flex gap-2" onKeyDown={move}>
        {views.map((view) => (
          <button
            key={view.key}
            id={`subtab-${view.key}`}
            type="button"
            role="tab"
            aria-selected={view === current}
            aria-controls="subtab-panel"
            tabIndex={view === current ? 0 : -1}
            className={`btn btn-sm ${view === current ? 'btn-neutral' : 'btn-ghost'}`}
            onClick={() => setCurrent(view)}
          >
            {view.label}
          </button>
        ))}
      </div>
      <div id="subtab-panel" role="tabpanel" aria-labelledby={`subtab-${current.key}`}>
        <current.View {...props} />
      </div>
    </div>
  )
}
