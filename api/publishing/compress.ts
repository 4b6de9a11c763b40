import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { Encoding } from '../http/representations.ts'
import { liveName, type Page } from '../serving/site.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

export async function isFormOf({ file }: Page, encoding: Encoding, bytes: Uint8Array): Promise<boolean> {
  try {
    return (await unpack[encoding](bytes, { maxOutputLength: file.body.length })).equals(file.body)
  } catch {
    return false
  }
}

/**
 * Does not compress `liveName`. Its compressed form would come later with another ETag, so browsers would load the same data
 * twice.
 */
export const isCompressible = ({ name, file }: Page) => name !== liveName && !file.type.startsWith('image/')

export async function compress(page: Page): Promise<Page> {
  if (!isCompressible(page)) return page
  const { file } = page
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(file.body.length),
  }
  const [br, gz] = await Promise.all([brotli(file.body, { params }), gzipped(file.body, { level: 9 })])
  // Copies, because a short result is a view of zlib's buffer of 64 KB.
  return { ...page, file: { ...file, br: Buffer.from(br), gzip: Buffer.from(gz) } }
}

/** Brotli's default window takes 32 MB, which the process would keep. */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW)
}
