import { atom } from 'nanostores'
import { useEffect } from 'react'

/** Whether what is open needs the whole width: then the preview is behind its button on a wide screen too. */
export const $takesAllRoom = atom(false)

/** Takes the whole width as long as the component is there. */
export function useAllRoom(): void {
  useEffect(() => {
    $takesAllRoom.set(true)
    return () => $takesAllRoom.set(false)
  }, [])
}
