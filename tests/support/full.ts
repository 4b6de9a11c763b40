/** Whether everything is tried (`npm run test:full`), not only the little that `npm test` has time for. */
export const isFull = import.meta.env.MODE === 'full'

/** How often something is tried. */
export function rounds(short: number, full: number): number {
  return isFull ? full : short
}
