import { atom } from 'nanostores'
import { useEffect } from 'react'

/** True while the open view uses the space of the preview. */
export const $isFullWidth = atom(false)

export function useFullWidth(): void {
  useEffect(() => {
    $isFullWidth.set(true)
    return () => $isFullWidth.set(false)
  }, [])
}
