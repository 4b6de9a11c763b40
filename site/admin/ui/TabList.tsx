import type { KeyboardEvent, ReactNode } from 'react'

type Tab<K extends string> = { key: K; label: ReactNode; tip?: string | undefined }

type Props<K extends string> = {
  label: string
  id: string
  tabs: readonly Tab<K>[]
  current: K
  onOpen: (key: K) => void
  className: string
  tabClassName: string
}

export function TabList<K extends string>({ label, id, tabs, current, onOpen, className, tabClassName }: Props<K>) {
  function openByKey(event: KeyboardEvent) {
    // Takes the index from the focused tab, because `current` may be outdated after two quick key presses.
    const index = tabs.findIndex(({ key }) => (event.target as Element).id === `${id}-${key}`)
    if (index === -1) return
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (!next) return
    event.preventDefault()
    onOpen(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }

  const entered = tabs.find(({ key }) => key === current) ?? tabs[0]

  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={openByKey}>
      {tabs.map(({ key, label, tip }) => (
        <button
          key={key}
          id={`${id}-${key}`}
          type="button"
          role="tab"
          aria-selected={key === current}
          aria-controls={`${id}-panel`}
          tabIndex={key === entered?.key ? 0 : -1}
          data-tip={tip}
          className={tabClassName}
          onClick={() => onOpen(key)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
