import type { WeaveTile } from './own-weave.ts'

function diamond(x: number, y: number, steps: number): string {
  const widths = Array.from({ length: 2 * steps - 1 }, (_, row) => 2 * (steps - Math.abs(row - steps + 1)) - 1)
  const rightSide = widths.map((width, row) => `${row ? `h${(width - (widths[row - 1] ?? 0)) / 2}` : ''}v1`).join('')
  const leftSide = widths.map((width, row) => `${row ? `h${((widths[widths.length - row] ?? 0) - width) / 2}` : ''}v-1`).join('')
  return `M${x - 0.5} ${y - steps + 0.5}h1${rightSide}h-1${leftSide}z`
}

const corners = [
  [0, 0],
  [24, 0],
  [0, 24],
  [24, 24],
] as const
const atCorners = (steps: number) => corners.map(([x, y]) => diamond(x, y, steps)).join('')

export const telar: WeaveTile = {
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
