import { useEffect, useState } from 'react'

/** Milliseconds. */
const delay = 600

/** Avoids loading an address at every key. */
export function useDebounced(text: string, isTyping: boolean): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), isTyping && text ? delay : 0)
    return () => clearTimeout(timer)
  }, [text, isTyping])
  return debounced
}
