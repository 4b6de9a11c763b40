import type { KeyboardEvent, ReactNode } from 'react'

type Props<T extends string> = {
  label: string
  current: T
  tabs: readonly { key: T; label: string }[]
  onOpen: (key: T) => void
  children: ReactNode
}

/** Tabs inside a tab. Arrow keys move between them, as in any tab list. */
export function SubTabs<T extends string>({ label, current, tabs, onOpen, children }: Props<T>) {
  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const index = tabs.findIndex(({ key }) => key === current)
    const next = step && tabs.at((index + step) % tabs.length)
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    document.getElementById(`subtab-${next.key}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-5">
      <div role="tablist" aria-label={label} className="flex gap-2" onKeyDown={move}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            id={`subtab-${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls="subtab-panel"
            tabIndex={key === current ? 0 : -1}
            className={`btn btn-sm ${key === current ? 'btn-neutral' : 'btn-ghost'}`}
            onClick={() => onOpen(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id="subtab-panel" role="tabpanel" aria-labelledby={`subtab-${current}`}>
        {children}
      </div>
    </div>
  )
}
