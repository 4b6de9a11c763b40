import { useEffect, useState } from 'react'

/** In milliseconds. */
const delay = 600

/** A text, debounced while it is typed: an address is not loaded at every key. */
export function useDebounced(text: string, isTyping: boolean): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), isTyping && text ? delay : 0)
    return () => clearTimeout(timer)
  }, [text, isTyping])
  return debounced
}
