/** Layout of a certificate, in points. */
import encodeQR from 'qr'
import { colorsOf, ground, ink, paleInk, sheet, type Yarns } from '../../data/look/drawing-colors.ts'
import { weaveOf } from '../../data/look/weave.ts'
import { codeInWords, type Drawn, type Paper, paperSize, sentenceOf, withUnbrokenDates } from './certificate-paper.ts'
import { breakEvenly, breakLines, fitTitle, heightOf, placeLines, type TextLine, type TextStyle } from './text-layout.ts'
import { writable } from './writable.ts'

const [bandWidth, qrSide] = [126, 96]
const textLeft = bandWidth + 58

function measures(paper: Paper) {
  const { width, height } = paperSize(paper)
  const textRight = width - 54
  return {
    width,
    height,
    textRight,
    textWidth: textRight - textLeft,
    signaturesTop: height - 175.28,
    signatureLine: height - 97.28,
  }
}

export function layOut(paper: Paper): Drawn[] {
  const { color, yarns } = colorsOf(paper.look.accent)
  const { width, height, signaturesTop } = measures(paper)
  const { texts, bottom } = textsAbove(signaturesTop - 8, paper, color)
  const shift = Math.max(0, (signaturesTop - bottom) * 0.36)
  return [
    rectangle(0, 0, bandWidth, height, ground),
    ...weave(paper, yarns),
    // Covers the parts of the pattern that extend beyond the band.
    rectangle(bandWidth, 0, width - bandWidth, height, sheet),
    ...texts.map((text) => ({ ...text, y: text.y + shift })),
    ...signatures(paper),
    ...proof(paper),
  ]
}

type Texts = { texts: Extract<Drawn, { is: 'text' }>[]; bottom: number }

function textsAbove(maxBottom: number, paper: Paper, color: string): Texts {
  const minScale = 0.64
  for (let scale = 1; scale > minScale; scale -= 0.06) {
    const scaled = textsOf(paper, color, scale)
    if (scaled.bottom <= maxBottom) return scaled
  }
  return textsOf(paper, color, minScale)
}

function textsOf(paper: Paper, color: string, scale: number): Texts {
  const { textWidth } = measures(paper)
  let bottom = 62
  const texts: Texts['texts'] = []
  const put = (lines: TextLine[], tag: 'H1' | 'P', gap: number) => {
    texts.push(...placeLines(lines, textLeft, bottom).map((line) => ({ is: 'text', tag, ...line }) as const))
    bottom += heightOf(lines) + gap * scale
  }
  const style = (size: number, more: Partial<TextStyle> = {}): TextStyle => ({
    size: size * scale,
    maxLines: 2,
    weight: 400,
    color: ink,
    leading: 1.35,
    ...more,
  })
  const conference = writable(paper.conference)
  const sentence = sentenceOf({ ...paper, conference: conference || 'esta conferencia' })
  const name = writable(paper.name) || 'quien presenta este código'
  const nameSizes = [46, 41, 37, 33, 29, 26, 23].map((size) => size * scale)
  put(breakLines(conference.toUpperCase(), style(12, { weight: 800, color, spacing: 2 }), textWidth), 'P', 10)
  put(breakLines('Constancia de participación', style(32, { weight: 800, maxLines: 1, leading: 1.15 }), textWidth), 'H1', 16)
  put(breakLines('Se otorga a', style(14, { color: paleInk }), textWidth), 'P', 4)
  put(fitTitle(name, nameSizes, { width: textWidth, height: 112 * scale }, { color, leading: 1.12 }), 'P', 12)
  put(breakEvenly(withUnbrokenDates(writable(sentence)), style(16, { maxLines: 6, leading: 1.45 }), textWidth), 'P', 8)
  put(breakLines(writable(paper.text), style(12, { color: paleInk, maxLines: 3 }), textWidth), 'P', 0)
  return { texts, bottom }
}

function signatures(paper: Paper): Drawn[] {
  const { textWidth, signatureLine } = measures(paper)
  const gap = 20
  const width = Math.min(190, (textWidth - qrSide - 3 * gap) / Math.max(1, paper.signatures.length))
  return paper.signatures.flatMap(({ name, title, image }, index): Drawn[] => {
    const x = textLeft + index * (width + gap)
    const lines = [
      ...breakLines(writable(name), { size: 11, maxLines: 1, weight: 800, color: ink }, width),
      ...breakLines(writable(title), { size: 10, maxLines: 2, weight: 400, color: paleInk }, width),
    ]
    const picture = { is: 'picture', image, alt: `Firma de ${name}`, x, y: signatureLine - 62, width, height: 60 } as const
    return [
      ...(image ? [picture] : []),
      rectangle(x, signatureLine, width, 0.75, ink),
      ...placeLines(lines, x, signatureLine + 5).map((text): Drawn => ({ is: 'text', tag: 'P', ...text })),
    ]
  })
}

function proof(paper: Paper): Drawn[] {
  const { url, code } = paper
  const { textRight, signaturesTop } = measures(paper)
  const squares = encodeQR(url, 'raw', { ecc: 'medium', border: 1 })
  const d = squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const [x, y] = [textRight - qrSide, signaturesTop]
  const scale = qrSide / squares.length
  const common = { is: 'text', tag: 'P', size: 8, family: 'FunnelDisplay', spacing: 0 } as const
  const below = (offset: number) => ({ ...common, x: x + scale, y: y + qrSide + offset })
  return [
    { is: 'path', d, color: ink, x, y, scale },
    { ...below(13), text: 'Código de verificación', weight: 400, color: paleInk },
    { ...below(24), text: codeInWords(code), weight: 800, color: ink },
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

function weave(paper: Paper, yarns: Yarns): Drawn[] {
  const { conference, look } = paper
  const { height } = measures(paper)
  const tile = weaveOf({ look, hero: { title: conference } })
  if (!tile) return [rectangle(0, 0, bandWidth, height, yarns[1])]
  const columns = Math.max(1, Math.round(bandWidth / (tile.width * 2.6)))
  const scale = bandWidth / columns / tile.width
  const rows = Math.ceil(height / (tile.height * scale))
  const top = (height - rows * tile.height * scale) / 2
  return tile.layers.flatMap(({ yarn, d }) =>
    Array.from({ length: columns * rows }, (_, index): Drawn => {
      const [column, row] = [index % columns, Math.floor(index / columns)]
      return { is: 'path', d, color: yarns[yarn], x: column * tile.width * scale, y: top + row * tile.height * scale, scale }
    }),
  )
}
