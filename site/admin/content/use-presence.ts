import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { $tab } from '../shell/tab.ts'

/**
 * How often the server is told that a section is still open, and asked whether it has changed, in milliseconds. It forgets after
 * thirty seconds.
 */
const every = 8_000

/**
 * The names of those who have this section open as well, while its tab is the open one. `onChange` is told when somebody has
 * saved it since.
 */
export function usePresence(section: ContentKey, tab: string, onChange: () => void): string[] {
  const isOpen = useStore($tab) === tab
  const [others, setOthers] = useState<string[]>([])
  const changed = useRef(onChange)
  changed.current = onChange

  useEffect(() => {
    if (!isOpen) return
    let revision: string | null = null
    const tell = async () => {
      if (document.visibilityState !== 'visible') return
      const body = JSON.stringify({ section })
      try {
        // Not through the panel's client: an ended session is asked about when somebody does something.
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
    void tell()
    const timer = setInterval(tell, every)
    return () => clearInterval(timer)
  }, [isOpen, section])

  return isOpen ? others : []
}
