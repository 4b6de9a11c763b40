import encodeQR from 'qr'
import { pngOfBits } from './png-of-bits.ts'

/** Pixels per square, so that a square is one byte wide. */
const scale = 8
const [black, white] = [0, 0xff]

/** With a quiet zone. */
export function qrPng(text: string): Buffer<ArrayBuffer> {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = squares.length * scale
  const lines = squares.flatMap((row) => Array<Buffer>(scale).fill(Buffer.from(row.map((isDark) => (isDark ? black : white)))))
  return pngOfBits(side, side, Buffer.concat(lines))
}
