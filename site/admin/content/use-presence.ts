import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { $tab } from '../shell/tab.ts'

/** The server forgets somebody after thirty seconds. */
const pollIntervalMs = 8_000

/** Returns the names of others with this section open. `onChange` runs after a save by somebody else. */
export function usePresence(section: ContentKey, tab: string, onChange: () => void): string[] {
  const isOpen = useStore($tab) === tab
  const [others, setOthers] = useState<string[]>([])
  const changed = useRef(onChange)
  changed.current = onChange

  useEffect(() => {
    if (!isOpen) return
    let revision: string | null = null
    const report = async () => {
      if (document.visibilityState !== 'visible') return
      const body = JSON.stringify({ section })
      try {
        // The panel's client would ask for a sign-in.
        const response = await fetch('/api/presence', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })
        const people: { name: string }[] = response.ok ? await response.json() : []
        const newest = response.headers.get('X-Section-Revision') ?? revision
        if (revision !== null && newest !== revision) changed.current()
        revision = newest
        setOthers(people.map(({ name }) => name))
      } catch {
        setOthers([])
      }
    }
    void report()
    const timer = setInterval(report, pollIntervalMs)
    return () => clearInterval(timer)
  }, [isOpen, section])

  return isOpen ? others : []
}
