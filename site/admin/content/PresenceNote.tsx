import { useStore } from '@nanostores/react'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ContentKey } from '../../../data/content/schema.ts'
import { $tab } from '../shell/tab.ts'
import { collections } from './collections.ts'
import { isCollection, kinds } from './kinds.ts'

/** Must stay well below 30 seconds, because the server removes a user who has not reported for 30 seconds. */
const reportIntervalMs = 8_000

const list = new Intl.ListFormat('es')

export function PresenceNote({ section }: { section: ContentKey }) {
  // After a save by somebody else, a list reloads. A form does not reload, because it may have unsaved input.
  const others = usePresence(section, () => isCollection(section) && void collections[section].load())
  return (
    <div role="status" className="basis-full empty:hidden">
      {others.length > 0 && (
        <p className="text-base-content/75 flex items-center gap-2 text-sm">
          <Users className="size-4 shrink-0" aria-hidden="true" />
          {list.format(others)} también {others.length > 1 ? 'tienen' : 'tiene'} abierta esta sección.
        </p>
      )}
    </div>
  )
}

function usePresence(section: ContentKey, onChange: () => void): string[] {
  const isOpen = useStore($tab) === kinds[section].tab
  const [others, setOthers] = useState<string[]>([])
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange

  useEffect(() => {
    if (!isOpen) return
    let revision: string | null = null
    const report = async () => {
      if (document.visibilityState !== 'visible') return
      const body = JSON.stringify({ section })
      try {
        // Uses `fetch`, because the panel's client would ask for a sign-in if the session has ended.
        const response = await fetch('/api/presence', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })
        const people: { name: string }[] = response.ok ? await response.json() : []
        const newest = response.headers.get('X-Section-Revision') ?? revision
        if (revision !== null && newest !== revision) latestOnChange.current()
        revision = newest
        setOthers(people.map(({ name }) => name))
      } catch {
        setOthers([])
      }
    }
    void report()
    const timer = setInterval(report, reportIntervalMs)
    return () => clearInterval(timer)
  }, [isOpen, section])

  return isOpen ? others : []
}
