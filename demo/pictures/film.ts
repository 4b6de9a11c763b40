import { colours, shape, steppedDiamond, svg } from './svg.ts'
import { type Outline, outline, type Words } from './wordmark.ts'

export const film = { width: 640, height: 360, framesPerSecond: 24, frames: 168 }

const { paper, sand, ink, indigo, cochineal } = colours
const unit = 8
const [columns, rows] = [film.width / unit, film.height / unit]

const start = { opening: 66, sentences: 78, title: 132 }

const sentence = (text: string): Words => ({ text, size: 58, weight: 800, colour: ink, spacing: -1 })

/** Yields an SVG for each frame. The last frames show `name`. */
export async function* frames(name: string): AsyncGenerator<string> {
  const sentences = ['Un día.', 'Tres escenarios.', 'Catorce voces.'].map((text) => outline([sentence(text)]))
  const title = outline([
    { text: name, size: 152, weight: 800, colour: cochineal, spacing: -4 },
    { text: 'Ciudad de Guatemala', size: 34, weight: 400, colour: ink },
  ])
  for (let frame = 0; frame < film.frames; frame++) yield draw(frame, sentences, title)
}

function draw(frame: number, sentences: Outline[], title: Outline): string {
  const steps = Math.max(0, frame - start.opening) * 4
  const spoken =
    frame < start.title ? sentences.map((words, index) => said(words, frame - start.sentences - index * 12, 96 + index * 60)) : []
  const ending = frame < start.title ? '' : said(title, frame - start.title, 82)
  return svg(
    film.width,
    film.height,
    shape(sand, `M0 0H${film.width}V${film.height}H0z`) +
      woven(frame) +
      (steps ? shape(paper, steppedDiamond(film.width / 2, film.height / 2, Math.min(steps, 70), unit)) : '') +
      spoken.join('') +
      ending,
  )
}

function said({ width, content }: Outline, age: number, y: number): string {
  if (age < 0) return ''
  const left = 1 - Math.min(1, age / 8)
  return `<g opacity="${1 - left}" transform="translate(${(film.width - width) / 2} ${y + 24 * left ** 2})">${content}</g>`
}

/** Draws the cloth woven so far. Threads come from the left and the right in turn. */
function woven(frame: number): string {
  const done = Math.min(rows, frame * 0.75 + 2)
  const cells = new Map<string, string>()
  for (let row = 0; row < done; row++) {
    const reach = Math.min(1, done - row) * columns
    for (let column = 0; column < columns; column++) {
      if ((row % 2 ? columns - column : column) >= reach) continue
      const colour = colourOf(column % 24, row % 24)
      cells.set(colour, `${cells.get(colour) ?? ''}M${column * unit} ${row * unit}h${unit}v${unit}h${-unit}z`)
    }
  }
  return [...cells].map(([colour, d]) => shape(colour, d, 'shape-rendering="crispEdges"')).join('')
}

/** Returns a colour of the site's 24 × 24 pattern, with diamonds in the middle and the corners. */
function colourOf(x: number, y: number): string {
  const middle = Math.abs(x - 12) + Math.abs(y - 12)
  const corner = Math.min(x, 24 - x) + Math.min(y, 24 - y)
  if (corner < 3) return paper
  if (middle < 3 || corner < 6) return indigo
  if (middle < 5) return paper
  if (middle < 8) return cochineal
  return middle < 11 || corner < 11 ? sand : paper
}
