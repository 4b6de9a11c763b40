import { atom } from 'nanostores'
import { useEffect } from 'react'

/** While true, the preview is hidden behind its button. */
export const $takesAllRoom = atom(false)

export function useAllRoom(): void {
  useEffect(() => {
    $takesAllRoom.set(true)
    return () => $takesAllRoom.set(false)
  }, [])
}
