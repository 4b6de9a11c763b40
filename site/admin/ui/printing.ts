import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { useEffect } from 'react'

export function usePrinting<T>($content: WritableAtom<T | null>): T | null {
  const content = useStore($content)

  useEffect(() => {
    if (!content) return
    const clear = () => $content.set(null)
    window.addEventListener('afterprint', clear)
    window.print()
    return () => window.removeEventListener('afterprint', clear)
  }, [$content, content])

  return content
}
