import { useEffect, useState } from 'react'

/** How long nothing is typed before it counts, in milliseconds. */
const pause = 600

/** A value as it was when typing last paused: an address is not asked for with every key. */
export function useSettled<T>(value: T, isTyping: boolean): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), isTyping ? pause : 0)
    return () => clearTimeout(timer)
  }, [value, isTyping])
  return settled
}
