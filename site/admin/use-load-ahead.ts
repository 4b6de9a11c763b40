import { useEffect } from 'react'
import { loadAhead } from './tabs.ts'

/** When the first tab has been on the screen for this long, in milliseconds, the others are loaded. */
const afterwards = 5000

/** Loads the other tabs once the first has had the line for itself. */
export function useLoadAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadAhead, afterwards)
    return () => clearTimeout(timer)
  }, [])
}
