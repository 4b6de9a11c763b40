/** Draws in other processes, so that other requests do not wait. */
import { createHash } from 'node:crypto'
import { Unavailable } from '../http/errors.ts'
import type { Bytes } from '../serving/site.ts'
import { programBeside } from '../system/programs.ts'
import type { Drawn, Paper } from './certificate-paper.ts'
import { type CertificateForm, createDrawingProcess } from './drawing-process.ts'
import type { DrawCard } from './share-card.ts'

const [maxWaiting, maxWaitingOfAddress] = [50, 20]

const [maxCachedDrawings, maxCachedBytes] = [200, 16 * 1024 * 1024]

const program = programBeside(import.meta.url, 'draw-program')

const [drawings, layouts] = [createDrawingProcess(program), createDrawingProcess(program)]

export const drawOnDemand: DrawCard = (card, shape, portraits) => drawings.draw({ is: 'card', card, shape, portraits })

const cache = new Map<string, { file: Promise<Bytes>; bytes: number }>()
const waitingByAddress = new Map<string, number>()

/** `address` is the client's IP address. Throws Unavailable if too many drawings wait. */
export async function drawCertificateOnDemand(
  is: CertificateForm,
  paper: Paper,
  pictures: Record<string, Uint8Array>,
  address: string,
): Promise<Bytes> {
  return cached(keyOf(is, paper), async () => {
    const waiting = waitingByAddress.get(address) ?? 0
    if (drawings.waitingCount() >= maxWaiting || waiting >= maxWaitingOfAddress)
      throw new Unavailable('too many drawings are waited for')
    waitingByAddress.set(address, waiting + 1)
    try {
      return await drawings.draw({ is, paper, pictures })
    } finally {
      const rest = (waitingByAddress.get(address) ?? 1) - 1
      if (rest > 0) waitingByAddress.set(address, rest)
      else waitingByAddress.delete(address)
    }
  })
}

export async function layOutOnDemand(paper: Paper): Promise<Drawn[]> {
  const file = await cached(keyOf('layout', paper), () => layouts.draw({ is: 'layout', paper }))
  return JSON.parse(file.toString())
}

const keyOf = (is: CertificateForm | 'layout', paper: Paper) =>
  `${is} ${createHash('sha256').update(JSON.stringify(paper)).digest('base64url')}`

async function cached(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const entry = cache.get(key) ?? { file: make(), bytes: 0 }
  cache.delete(key)
  cache.set(key, entry)
  try {
    const file = await entry.file
    entry.bytes = file.byteLength
    removeOldest()
    return file
  } catch (error) {
    if (cache.get(key) === entry) cache.delete(key)
    throw error
  }
}

function removeOldest(): void {
  let bytes = 0
  for (const entry of cache.values()) bytes += entry.bytes
  for (const [key, entry] of cache) {
    if (cache.size <= maxCachedDrawings && bytes <= maxCachedBytes) return
    cache.delete(key)
    bytes -= entry.bytes
  }
}
