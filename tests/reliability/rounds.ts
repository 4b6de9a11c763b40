/** Whether everything is tried (`npm run test:reliability`), not only the little that `npm test` has time for. */
export const isFull = process.env.RELIABILITY === 'full'

/** How often something is tried. */
export function rounds(short: number, full: number): number {
  return isFull ? full : short
}
