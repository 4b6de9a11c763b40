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

/** The pattern's outlines from the ground up, on a square of 24 units. Drawn once in a process, not in each page. */
export const layers = [
  { class: 'fill-base-300', d: diamond(12, 12, 11) + atCorners(11) },
  { class: 'fill-primary', d: diamond(12, 12, 8) },
  { class: 'fill-base-100', d: diamond(12, 12, 5) },
  { class: 'fill-secondary', d: diamond(12, 12, 3) + atCorners(6) },
  { class: 'fill-base-100', d: atCorners(3) },
]
