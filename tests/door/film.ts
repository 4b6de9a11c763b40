/** Makes a film of QR codes, which Chromium plays in a loop as its fake camera. */
import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'
import sharp from 'sharp'

/** One second for each code. */
const framesEach = 30

/** A column at the left changes its brightness with each code. This is its part of the width. */
const markedPart = 0.1

/**
 * Writes a film that shows these texts as codes. Returns the browser's arguments for it. With `isHeld`, codes are turned and
 * blurred in a frame of a phone's size.
 */
export async function filmOf(file: string, texts: readonly string[], isHeld = false): Promise<string[]> {
  const frames = await Promise.all(texts.map((text, index) => frameWith(text, index, isHeld)))
  writeFileSync(file, Buffer.concat(frames.flatMap((frame) => Array<Buffer>(framesEach).fill(frame))))
  return ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
}

async function frameWith(text: string, index: number, isHeld: boolean): Promise<Buffer> {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const pixels = Buffer.from(squares.flat().map((isDark) => (isDark ? 0 : 255)))
  const side = squares.length
  const background = '#667'
  const flat = sharp(pixels, { raw: { width: side, height: side, channels: 1 } }).resize(400, 400, { kernel: 'nearest' })
  const code = await flat.png().toBuffer()
  const turned = () =>
    sharp(code)
      .rotate(((index * 7) % 31) - 15, { background })
      .blur(1.2)
      .png()
      .toBuffer()
  const [width, height] = isHeld ? [1280, 720] : [640, 480]
  const create = (width: number, background: string) => ({ create: { width, height, channels: 3 as const, background } })
  const mark = await sharp(create(Math.round(width * markedPart), index % 2 === 0 ? '#000' : '#fff'))
    .png()
    .toBuffer()
  // Adds a background around the code, because a phone in a hall is held in front of other things.
  return sharp(create(width, background))
    .composite([{ input: isHeld ? await turned() : code }, { input: mark, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}
