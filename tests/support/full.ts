/** Whether everything is tried (`npm run test:full`), not only the little that `npm test` has time for. */
export const isFull = import.meta.env.MODE === 'full'

/** How often something is tried. */
export function rounds(short: number, full: number): number {
  return isFull ? full : short
}

/** Of what is alike, such as the same form in other tabs: the first few, or all of it. */
export function some<T>(all: readonly T[], few: number): readonly T[] {
  return isFull ? all : all.slice(0, few)
}
