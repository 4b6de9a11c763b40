import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { Bytes } from '../serving/site.ts'
import { layOut } from './certificate-layout.ts'
import { type Drawn, type Paper, paperSize } from './certificate-paper.ts'
import { signaturesAsPng } from './certificate-picture.ts'
import { fontOf } from './fonts.ts'
import { glyphsIn, type PlacedText } from './glyphs.ts'

export async function drawCertificate(paper: Paper, pictures: Record<string, Uint8Array>): Promise<Bytes> {
  const images = await signaturesAsPng(pictures)
  const { width, height } = paperSize(paper)
  const document = new PDFDocument({
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'es',
    displayTitle: true,
    tagged: true,
    font: forPdf(fontOf('FunnelDisplay', 400)) as never,
    info: { Title: `Constancia de ${paper.name} - ${paper.conference}`, Author: paper.conference, Subject: paper.url },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  for (const family of ['FunnelDisplay', 'NotoSans'] as const)
    for (const weight of [400, 800] as const)
      document.registerFont(`${family} ${weight}`, forPdf(fontOf(family, weight)) as never)
  const root = document.struct('Document')
  document.addStructure(root)
  for (const drawn of layOut(paper)) put(document, root, drawn, images)
  root.end()
  document.end()
  await ended
  return Buffer.concat(parts)
}

type Document = InstanceType<typeof PDFDocument>
type Root = ReturnType<Document['struct']>

function put(document: Document, root: Root, drawn: Drawn, images: Map<string, Buffer>): void {
  if (drawn.is === 'path') {
    // Marks the pattern and the QR code as artifacts, so that screen readers skip them.
    document.markContent('Artifact', { type: 'Layout' })
    document.save().translate(drawn.x, drawn.y).scale(drawn.scale).path(drawn.d).fill(drawn.color).restore()
    document.endMarkedContent()
    return
  }
  if (drawn.is === 'text') {
    root.add(document.struct(drawn.tag, {}, [() => write(document, drawn)]))
    return
  }
  const { image, alt, x, y, width, height } = drawn
  const png = images.get(image)
  if (!png) return
  const show = () => void document.image(png, x, y, { fit: [width, height], valign: 'bottom' })
  root.add(document.struct('Figure', { alt }, [show]))
}

function write(document: Document, { text, x, y, size, family, weight, color, spacing }: PlacedText): void {
  document.fillColor(color).font(`${family} ${weight}`).fontSize(size)
  // Without `textWidth`, PDFKit would measure the text.
  const options = { lineBreak: false, baseline: 'alphabetic', textWidth: 0, features: { spacing: spacing / size } }
  document.text(text, x, y, options as never)
}

/** PDF readers would read letter spacing as a space. So each letter with its spacing is stored as a wider glyph. */
type EncodedGlyph = { id: string; codePoints: number[]; advanceWidth: number }

function forPdf(font: Font) {
  const layout = (text: string, features?: { spacing: number }) => {
    const spacing = (features?.spacing ?? 0) * font.unitsPerEm
    const placedGlyphs = glyphsIn(font, text)
    const glyphs = placedGlyphs.map(({ id, text, endsLetter }): EncodedGlyph => {
      const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0)
      const advanceWidth = font.getGlyph(id).advanceWidth + (endsLetter ? spacing : 0)
      return { id: `${id} ${advanceWidth} ${text}`, codePoints, advanceWidth }
    })
    const positions = placedGlyphs.map(({ position, endsLetter }) => {
      return { ...position, xAdvance: position.xAdvance + (endsLetter ? spacing : 0) }
    })
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }
  const createSubset = () => {
    const subset = font.createSubset() as unknown as { glyphs: number[]; includeGlyph(id: string | number): number }
    const indexes = new Map<string, number>()
    const includeGlyph = (id: string | number) => {
      const key = String(id)
      const index = indexes.get(key) ?? subset.glyphs.push(Number.parseInt(key, 10)) - 1
      indexes.set(key, index)
      return index
    }
    return Object.assign(subset, { includeGlyph })
  }
  return Object.assign(Object.create(font), { layout, createSubset })
}
