/** How large the pictures are that were uploaded, read once each: a name is never given to another file. */
import pLimit from 'p-limit'
import type { Dimensions } from '../../data/uploads.ts'
import { Unavailable } from '../http/errors.ts'
import { isUploadName, publicUrl } from '../uploads/names.ts'
import type { Storage } from '../uploads/storage.ts'

type Known = Dimensions | null | 'missing'

/** As many are read at a time; in an object store each is a request. */
const atOnce = 8

/**
 * Returns a function for the sizes of pictures by their address: null of one that is no WebP of this site, or while their store cannot
 * be read, 'missing' where there is none.
 */
export function pictureSizes(storage: Storage): (addresses: readonly string[]) => Promise<Map<string, Known>> {
  const known = new Map<string, Dimensions | null>()
  const limit = pLimit(atOnce)

  async function sizeOf(address: string): Promise<Known> {
    const name = address.slice(publicUrl('').length)
    if (!address.startsWith(publicUrl('')) || !isUploadName(name)) return null
    const found = known.get(name)
    if (found !== undefined) return found
    const file = await storage.find(name)
    if (!file) return 'missing'
    const size = name.endsWith('.webp') ? webpSize(await headOf(await file.read({ start: 0, end: headBytes - 1 }))) : null
    known.set(name, size)
    return size
  }

  return async (addresses) => {
    // Once the store has failed nothing more is asked of it: each question may take as long as it is patient.
    let isAway = false
    async function sizeIfThere(address: string): Promise<Known> {
      if (isAway) return null
      try {
        return await sizeOf(address)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        isAway = true
        return null
      }
    }
    const all = [...new Set(addresses)]
    return new Map(await Promise.all(all.map((address) => limit(async () => [address, await sizeIfThere(address)] as const))))
  }
}

const headBytes = 30

async function headOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The size in the first bytes of a WebP file (RFC 9649); null where they are none. */
function webpSize(head: Buffer): Dimensions | null {
  if (head.length < headBytes || head.toString('latin1', 8, 12) !== 'WEBP') return null
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
