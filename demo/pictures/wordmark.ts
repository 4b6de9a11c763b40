/** Text as outlines, because an SVG image can use only installed fonts. */
import type { Weight } from '../../api/drawing/fonts.ts'
import { shapesOf, widthOf } from '../../api/drawing/glyphs.ts'

export type Words = { text: string; size: number; weight: Weight; colour: string; spacing?: number }

export type Outline = { width: number; height: number; content: string }

const lineHeight = 1.05

export function outline(lines: Words[]): Outline {
  let y = 0
  const shapes = lines.map(({ text, size, weight, colour, spacing = 0 }) => {
    y += size * lineHeight
    const baseline = y - size * 0.15
    return shapesOf({ text, x: 0, y: baseline, size, family: 'FunnelDisplay', weight, color: colour, spacing })
  })
  const widths = lines.map(
    ({ text, size, weight, spacing = 0 }) => widthOf(text, 'FunnelDisplay', weight) * size + text.length * spacing,
  )
  return { width: Math.ceil(Math.max(...widths)), height: Math.ceil(y), content: shapes.join('') }
}
