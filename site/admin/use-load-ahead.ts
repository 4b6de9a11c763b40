import { useEffect } from 'react'
import { loadAhead } from './tabs.ts'

/** Milliseconds. */
const afterwards = 5000

export function useLoadAhead(): void {
  useEffect(() => {
    const timer = setTimeout(loadAhead, afterwards)
    return () => clearTimeout(timer)
  }, [])
}
