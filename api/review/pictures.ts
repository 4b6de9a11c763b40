import pLimit from 'p-limit'
import type { Dimensions } from '../../data/image-kinds.ts'
import { Unavailable } from '../http/errors.ts'
import { isUploadName, publicUrl } from '../uploads/names.ts'
import type { Storage } from '../uploads/storage.ts'

type PictureSize = Dimensions | null | 'missing'

const maxConcurrentReads = 8

export function pictureSizes(storage: Storage): (addresses: readonly string[]) => Promise<Map<string, PictureSize>> {
  const sizesByName = new Map<string, Dimensions | null>()
  const limit = pLimit(maxConcurrentReads)

  async function sizeOf(address: string): Promise<PictureSize> {
    const name = address.slice(publicUrl('').length)
    if (!address.startsWith(publicUrl('')) || !isUploadName(name)) return null
    const cachedSize = sizesByName.get(name)
    if (cachedSize !== undefined) return cachedSize
    const file = await storage.find(name)
    if (!file) return 'missing'
    const size = name.endsWith('.webp') ? webpSize(await headOf(await file.read({ start: 0, end: headBytes - 1 }))) : null
    sizesByName.set(name, size)
    return size
  }

  return async (addresses) => {
    // Stops after a failure. If the storage does not answer, each further call would take the full timeout.
    let isAway = false
    async function sizeIfThere(address: string): Promise<PictureSize> {
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

/** The header of WebP is described in RFC 9649. */
function webpSize(head: Buffer): Dimensions | null {
  if (head.length < headBytes || head.toString('latin1', 8, 12) !== 'WEBP') return null
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
