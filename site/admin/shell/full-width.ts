import { atom } from 'nanostores'
import { useEffect } from 'react'

/** Hides the preview behind its button. */
export const $isFullWidth = atom(false)

export function useFullWidth(): void {
  useEffect(() => {
    $isFullWidth.set(true)
    return () => $isFullWidth.set(false)
  }, [])
}
