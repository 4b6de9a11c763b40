import { useEffect } from 'react'

let isAsked = false

/** After a question of our own: the page may now be left without the browser asking again. */
export function leaveWithoutAsking(): void {
  isAsked = true
}

/** While there are unsaved changes, the browser asks before the page is left. */
export function useUnsavedWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isAsked) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
