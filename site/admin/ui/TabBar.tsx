import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect } from 'react'
import { openTab } from '../stores/tab.ts'
import { $unsaved } from '../stores/unsaved.ts'
import { type TabKey, tabs } from '../tabs.ts'

/** The row of tabs. Arrow keys, Home and End move between them, as in any tab list. */
export function TabBar({ current }: { current: TabKey }) {
  const unsaved = useStore($unsaved)

  // On a phone the row is wider than the screen: the open tab is brought into view.
  useEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex(({ key }) => key === current)
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (!next) return
    event.preventDefault()
    openTab(next.key)
    document.getElementById(`tab-${next.key}`)?.focus()
  }

  return (
    <div role="tablist" aria-label="Contenido" className="tab-bar" onKeyDown={move}>
      {tabs.map(({ key, label, ...tab }) => (
        <button
          key={key}
          id={`tab-${key}`}
          type="button"
          role="tab"
          aria-selected={key === current}
          aria-controls="tab-panel"
          tabIndex={key === current ? 0 : -1}
          className="tab-button"
          onClick={() => openTab(key)}
        >
          {label}
          {'section' in tab && unsaved.includes(tab.section) && (
            <span className="unsaved-mark" title="Cambios sin guardar">
              <span className="sr-only"> (cambios sin guardar)</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
