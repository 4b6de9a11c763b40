/**
 * Layout of a constancia: one A4 page, landscape, in points. Used by page and PDF. Imported only by the drawing thread,
 * because it reads fonts.
 */
import encodeQR from 'qr'
import { accentColorsOf } from '../../data/look/accent.ts'
import { weaveOf } from '../../data/look/weave.ts'
import { codeInWords, type Drawn, datesWhole, type Paper, paperSize, sentenceOf } from './certificate-paper.ts'
import type { Weight } from './fonts.ts'
import { evenly, heightOf, type Line, placed, type Setting, set, titled } from './text-layout.ts'
import { writable } from './writable.ts'

const sheet = '#fdfaf5'
const ink = '#1d1838'
const quiet = '#4a4460'
const ground = '#e6dccb'
const cochineal = '#b3123f'

const band = 126
const left = band + 58
const right = paperSize.width - 54
const width = right - left
const qrSide = 96
const signaturesFrom = 420

/** In drawing order, background first. */
export function layOut(paper: Paper): Drawn[] {
  const { color, secondary } = accentColorsOf(paper.look.accent || cochineal).light
  const drawn: Drawn[] = [
    rectangle(0, 0, band, paperSize.height, ground),
    ...woven(paper, [ground, color, secondary, sheet]),
    // Covers figures that extend beyond the band.
    rectangle(band, 0, paperSize.width - band, paperSize.height, sheet),
  ]
  const { words, end } = wordsAbove(signaturesFrom - 8, paper, color)
  // A short text moves down towards the signatures.
  const down = Math.max(0, (signaturesFrom - end) * 0.36)
  return [...drawn, ...words.map((word) => ({ ...word, y: word.y + down })), ...signed(paper), ...proof(paper)]
}

type Words = { words: Extract<Drawn, { is: 'text' }>[]; end: number }

/** Shrinks a long text until it ends above `most`. */
function wordsAbove(most: number, paper: Paper, color: string): Words {
  const smallest = 0.64
  for (let scale = 1; scale > smallest; scale -= 0.06) {
    const words = wordsOf(paper, color, scale)
    if (words.end <= most) return words
  }
  return wordsOf(paper, color, smallest)
}

/** Sizes and distances are multiplied by `scale`. */
function wordsOf(paper: Paper, color: string, scale: number): Words {
  let y = 62
  const words: Words['words'] = []
  const put = (lines: Line[], tag: 'H1' | 'P', gap: number) => {
    words.push(...placed(lines, left, y).map((line) => ({ is: 'text', tag, ...line }) as const))
    y += heightOf(lines) + gap * scale
  }
  const of = (size: number, more: Partial<Setting> = {}): Setting => ({
    size: size * scale,
    most: 2,
    weight: 400,
    color: ink,
    leading: 1.35,
    ...more,
  })
  put(set(writable(paper.conference).toUpperCase(), of(12, { weight: 800, color, spacing: 2 }), width), 'P', 10)
  put(set('Constancia de participación', of(32, { weight: 800, most: 1, leading: 1.15 }), width), 'H1', 16)
  put(set('Se otorga a', of(14, { color: quiet }), width), 'P', 4)
  const name = writable(paper.name) || 'quien presenta este código'
  const sizes = [46, 41, 37, 33, 29, 26, 23].map((size) => size * scale)
  put(titled(name, sizes, { width, height: 112 * scale }, { color, leading: 1.12 }), 'P', 12)
  // A name without drawable letters, such as emoji, is left out.
  const sentence = sentenceOf({ ...paper, conference: writable(paper.conference) || 'esta conferencia' })
  put(evenly(datesWhole(writable(sentence)), of(16, { most: 6, leading: 1.45 }), width), 'P', 8)
  put(set(writable(paper.text), of(12, { color: quiet, most: 3 }), width), 'P', 0)
  return { words, end: y }
}

/** The picture above a line, the signer's name below. */
function signed({ signatures }: Paper): Drawn[] {
  const gap = 20
  const each = Math.min(190, (width - qrSide - 3 * gap) / Math.max(1, signatures.length))
  const line = 498
  return signatures.flatMap(({ name, title, image }, index): Drawn[] => {
    const x = left + index * (each + gap)
    const below = [
      ...set(writable(name), { size: 11, most: 1, weight: 800, color: ink }, each),
      ...set(writable(title), { size: 10, most: 2, weight: 400, color: quiet }, each),
    ]
    return [
      ...(image ? [{ is: 'picture', image, alt: `Firma de ${name}`, x, y: line - 62, width: each, height: 60 } as const] : []),
      rectangle(x, line, each, 0.75, ink),
      ...placed(below, x, line + 5).map((text): Drawn => ({ is: 'text', tag: 'P', ...text })),
    ]
  })
}

function proof({ url, code }: Paper): Drawn[] {
  const squares = encodeQR(url, 'raw', { ecc: 'medium', border: 1 })
  const d = squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const [x, y] = [right - qrSide, signaturesFrom]
  // Aligns the text with the squares, which have a margin of one square.
  const edge = qrSide / squares.length
  const small = (text: string, line: number, weight: Weight): Drawn => ({
    is: 'text',
    text,
    x: x + edge,
    y: y + qrSide + line,
    size: 8,
    family: 'FunnelDisplay',
    weight,
    color: weight === 800 ? ink : quiet,
    spacing: 0,
    tag: 'P',
  })
  return [
    { is: 'path', d, color: ink, x, y, scale: edge },
    small('Código de verificación', 13, 400),
    small(codeInWords(code), 24, 800),
  ]
}

const rectangle = (x: number, y: number, width: number, height: number, color: string): Drawn => ({
  is: 'path',
  d: `M0 0h${width}v${height}h${-width}z`,
  color,
  x,
  y,
  scale: 1,
})

function woven({ conference, look }: Paper, yarns: [string, string, string, string]): Drawn[] {
  const tile = weaveOf({ look, hero: { title: conference } })
  if (!tile) return [rectangle(0, 0, band, paperSize.height, yarns[1])]
  const across = Math.max(1, Math.round(band / (tile.width * 2.6)))
  const scale = band / across / tile.width
  const down = Math.ceil(paperSize.height / (tile.height * scale))
  const top = (paperSize.height - down * tile.height * scale) / 2
  return tile.layers.flatMap(({ yarn, d }) =>
    Array.from({ length: across * down }, (_, index): Drawn => {
      const [column, row] = [index % across, Math.floor(index / across)]
      return { is: 'path', d, color: yarns[yarn], x: column * tile.width * scale, y: top + row * tile.height * scale, scale }
    }),
  )
}
