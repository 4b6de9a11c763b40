import { useEffect, useState } from 'react'

/** How long nothing is typed before it counts, in milliseconds. */
const pause = 600

/** A value once it stays as it is for a moment: an address is not asked for with every key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
