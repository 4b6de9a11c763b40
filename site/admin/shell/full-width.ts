import { atom } from 'nanostores'
import { useEffect } from 'react'

/** True if the view needs the preview's space. */
export const $isFullWidth = atom(false)

export function useFullWidth(): void {
  useEffect(() => {
    $isFullWidth.set(true)
    return () => $isFullWidth.set(false)
  }, [])
}
