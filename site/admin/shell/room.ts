import { atom } from 'nanostores'
import { useEffect } from 'react'

/** Hides the preview behind its button. */
export const $takesAllRoom = atom(false)

export function useAllRoom(): void {
  useEffect(() => {
    $takesAllRoom.set(true)
    return () => $takesAllRoom.set(false)
  }, [])
}
