import { useEffect, useState } from 'react'

/** How long nothing is typed before it counts, in milliseconds. */
const pause = 600

/** A text as it was when typing last paused: an address is not asked for with every key. */
export function useSettled(text: string, isTyping: boolean): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), isTyping && text ? pause : 0)
    return () => clearTimeout(timer)
  }, [text, isTyping])
  return settled
}
