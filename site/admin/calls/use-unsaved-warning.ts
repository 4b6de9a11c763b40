import { useEffect } from 'react'

let isAnswered = false

/** Stops the browser's question, because the panel has asked already. */
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
