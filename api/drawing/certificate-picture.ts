import sharp from 'sharp'
import type { Bytes } from '../serving/site.ts'
import { layOut } from './certificate-layout.ts'
import { type Drawn, type Paper, paperSize, pictureSize } from './certificate-paper.ts'
import { decodeUpTo } from './decode-up-to.ts'
import { shapesOf } from './glyphs.ts'

export async function drawCertificatePicture(paper: Paper, pictures: Record<string, Uint8Array>): Promise<Bytes> {
  const images = await signaturesAsPng(pictures)
  const parts = layOut(paper).map((drawn) => shapeOf(drawn, images))
  const { width, height } = pictureSize(paper)
  const sheet = paperSize(paper)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width} ${sheet.height}" preserveAspectRatio="none">${parts.join('')}</svg>`
  // A palette would halve the size of the PNG but take ten times as long.
  return Buffer.from(await sharp(Buffer.from(svg)).flatten().png().toBuffer())
}

const signatureSize = { width: 800, height: 320 }

export async function signaturesAsPng(pictures: Record<string, Uint8Array>): Promise<Map<string, Buffer>> {
  const images = new Map<string, Buffer>()
  for (const [address, bytes] of Object.entries(pictures)) {
    const png = await decodeUpTo(bytes, signatureSize)
      .then((picture) => picture.png().toBuffer())
      .catch(() => null)
    if (png) images.set(address, png)
  }
  return images
}

function shapeOf(drawn: Drawn, images: ReadonlyMap<string, Buffer>): string {
  const { x, y } = drawn
  if (drawn.is === 'path')
    return `<path fill="${drawn.color}" transform="translate(${x} ${y}) scale(${drawn.scale})" d="${drawn.d}"/>`
  if (drawn.is === 'text') return shapesOf(drawn)
  const png = images.get(drawn.image)
  if (!png) return ''
  const address = `data:image/png;base64,${png.toString('base64')}`
  return `<image href="${address}" x="${x}" y="${y}" width="${drawn.width}" height="${drawn.height}" preserveAspectRatio="xMinYMax meet"/>`
}
