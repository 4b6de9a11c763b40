import { useEffect } from 'react'

let isAsked = false

/** Call after the panel's own question. */
export function leaveWithoutAsking(): void {
  isAsked = true
}

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
