import { useEffect, useState } from 'react'

const delayMs = 600

export function useDebounced(text: string, isTyping: boolean): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), isTyping && text ? delayMs : 0)
    return () => clearTimeout(timer)
  }, [text, isTyping])
  return debounced
}
