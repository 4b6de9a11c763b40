import { useEffect } from 'react'
import { loadAhead } from './tabs.ts'

/** Milliseconds after the first tab is shown. */
const afterwards = 5000

export function useLoadAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadAhead, afterwards)
    return () => clearTimeout(timer)
  }, [])
}
