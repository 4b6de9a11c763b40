import encodeQR from 'qr'
import { pngOfBits } from './png-of-bits.ts'

/** A square is one byte wide. */
const squarePx = 8
const [black, white] = [0, 0xff]

/** Returns a QR code as PNG, with the light border that readers need. */
export function qrPng(text: string): Buffer<ArrayBuffer> {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = squares.length * squarePx
  const lines = squares.flatMap((row) => Array<Buffer>(squarePx).fill(Buffer.from(row.map((isDark) => (isDark ? black : white)))))
  return pngOfBits(side, side, Buffer.concat(lines))
}
