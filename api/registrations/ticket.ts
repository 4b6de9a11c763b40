import { crc32, deflateSync } from 'node:zlib'
import encodeQR from 'qr'

/** At one bit per pixel, a square of the QR code is then one byte wide. */
const squarePx = 8
const [black, white] = [0, 0xff]

export function qrPng(text: string): Buffer<ArrayBuffer> {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = squares.length * squarePx
  const lines = squares.flatMap((row) => Array<Buffer>(squarePx).fill(Buffer.from(row.map((isDark) => (isDark ? black : white)))))
  return pngOfBits(side, side, Buffer.concat(lines))
}

/** `lines` has one bit per pixel, 0 for black, highest bit first. Each line is whole bytes. */
export function pngOfBits(width: number, height: number, lines: Buffer): Buffer<ArrayBuffer> {
  const bytes = Math.ceil(width / 8)
  const unfiltered = Buffer.alloc(height * (1 + bytes))
  for (let line = 0; line < height; line++) lines.copy(unfiltered, line * (1 + bytes) + 1, line * bytes, (line + 1) * bytes)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(unfiltered)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** A chunk has length, type, data and checksum: https://www.w3.org/TR/png-3/#5Chunk-layout. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
