import { crc32, deflateSync } from 'node:zlib'
import encodeQR from 'qr'

/** Pixels for each square of the code. */
const scale = 8
const black = 0

/** A QR code that holds exactly `text`, as a PNG of one bit per pixel with the quiet zone that scanners need. */
export function qrPng(text: string): Buffer<ArrayBuffer> {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = squares.length * scale
  const lines = squares.flatMap((row) => {
    const line = Buffer.alloc(1 + Math.ceil(side / 8), 0xff)
    // The first byte says that the line is not filtered. One square is one byte wide.
    line[0] = 0
    for (const [index, isDark] of row.entries()) if (isDark) line[1 + index] = black
    return Array<Buffer>(scale).fill(line)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel, shades of grey.
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** A part of a PNG: length, type, data and checksum, as in https://www.w3.org/TR/png-3/#5Chunk-layout. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
