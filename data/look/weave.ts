/** What a conference is woven with, on its page and on the cards that are shared. */

import type { Content } from '../content/schema.ts'
import { ownWeave, type WeaveTile } from './own-weave.ts'

/** A diamond with `steps` rows from its middle to its tip around (x, y), in bars a unit high. */
function diamond(x: number, y: number, steps: number): string {
  const widths = Array.from({ length: 2 * steps - 1 }, (_, row) => 2 * (steps - Math.abs(row - steps + 1)) - 1)
  // One outline: down the right side in steps, up the left side.
  const right = widths.map((width, row) => `${row ? `h${(width - (widths[row - 1] ?? 0)) / 2}` : ''}v1`).join('')
  const left = widths.map((width, row) => `${row ? `h${((widths[widths.length - row] ?? 0) - width) / 2}` : ''}v-1`).join('')
  return `M${x - 0.5} ${y - steps + 0.5}h1${right}h-1${left}z`
}

const corners = [
  [0, 0],
  [24, 0],
  [0, 24],
  [24, 24],
] as const
const atCorners = (steps: number) => corners.map(([x, y]) => diamond(x, y, steps)).join('')

/** The stepped diamonds, drawn once in a process, not in each page. */
const telar: WeaveTile = {
  width: 24,
  height: 24,
  layers: [
    { yarn: 0, d: diamond(12, 12, 11) + atCorners(11) },
    { yarn: 1, d: diamond(12, 12, 8) },
    { yarn: 3, d: diamond(12, 12, 5) },
    { yarn: 2, d: diamond(12, 12, 3) + atCorners(6) },
    { yarn: 3, d: atCorners(3) },
  ],
}

/** The pattern of a conference's bands; null where they are of one colour. */
export function weaveOf({
  look,
  hero,
}: {
  look: Pick<Content['look'], 'pattern'>
  hero: Pick<Content['hero'], 'title'>
}): WeaveTile | null {
  if (look.pattern === 'liso') return null
  return look.pattern === 'propio' ? ownWeave(hero.title) : telar
}
