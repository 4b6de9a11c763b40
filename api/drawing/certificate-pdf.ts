/**
 * A constancia as a PDF, drawn by PDFKit: it embeds the fonts it is given, keeps text as text, and can tag a page, so that it has a
 * title, a language and an order for those who hear it. Imported only by the thread that draws.
 */
import PDFDocument from 'pdfkit'
import type { Bytes } from '../serving/site.ts'
import { layOut } from './certificate-layout.ts'
import { type Drawn, type Paper, paperSize } from './certificate-paper.ts'
import { signaturesAsPng } from './certificate-picture.ts'
import { fontsOf, inRuns, type Weight } from './writable.ts'

/** One page. `pictures` are the signatures' by address; one that cannot be read is left out. */
export async function drawCertificate(paper: Paper, pictures: Record<string, Uint8Array>): Promise<Bytes> {
  const images = await signaturesAsPng(pictures)
  const document = new PDFDocument({
    size: [paperSize.width, paperSize.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'es',
    displayTitle: true,
    tagged: true,
    font: fontsOf(400)[0] as never,
    info: { Title: `Constancia de ${paper.name} - ${paper.conference}`, Author: paper.conference, Subject: paper.url },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => document.once('end', resolve).once('error', reject))
  // Opened once for all of them, which PDFKit takes although its types do not say so.
  for (const weight of [400, 800] as const)
    for (const [index, font] of fontsOf(weight).entries()) document.registerFont(`${weight} ${index}`, font as never)
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
    // Nobody hears the weave, nor the squares of a code that stands beside them.
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

function write(document: Document, { text, x, y, size, weight, color, spacing }: Extract<Drawn, { is: 'text' }>): void {
  let at = x
  document.fillColor(color).fontSize(size)
  for (const { run, font } of inRuns(text, weight as Weight)) {
    document.font(`${weight} ${font}`)
    const options = { lineBreak: false, characterSpacing: spacing, baseline: 'alphabetic' as const }
    document.text(run, at, y, options)
    // A mark stands on the letter before it, and takes no room.
    at += document.widthOfString(run.replaceAll(/\p{M}/gu, ''), { characterSpacing: spacing })
  }
}
