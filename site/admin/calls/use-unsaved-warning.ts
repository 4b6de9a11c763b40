import { useEffect } from 'react'

let isAnswered = false

/** Call this after the panel has asked about unsaved input, so that the browser does not ask a second time. */
export function leaveWithoutAsking(): void {
  isAnswered = true
}

export function useUnsavedWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isAnswered) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
