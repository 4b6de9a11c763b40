/** True in `npm run test:full`, false in `npm test`. */
export const isFull = import.meta.env.MODE === 'full'

export function rounds(short: number, full: number): number {
  return isFull ? full : short
}

/** Returns the first `few` of similar cases, or all cases in a full run. */
export function some<T>(all: readonly T[], few: number): readonly T[] {
  return isFull ? all : all.slice(0, few)
}
