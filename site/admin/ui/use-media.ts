import { useSyncExternalStore } from 'react'

/** Whether the screen is as a media query says, such as '(width >= 80rem)'; follows it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (change) => {
      const list = matchMedia(query)
      list.addEventListener('change', change)
      return () => list.removeEventListener('change', change)
    },
    () => matchMedia(query).matches,
  )
}
