import { type FileHandle, open } from 'node:fs/promises'
import { minute, second } from '../../data/time.ts'
import { sizeMessage, type UploadType, uploadBytes } from '../../data/uploads.ts'
import { checkHead, headBytes } from './check-type.ts'
import { emptyFile, Refusal } from './refusal.ts'

const stalled = 'La subida se detuvo. Revisa tu conexión e inténtalo de nuevo.'
const tooSlow = 'La conexión es demasiado lenta para subir este archivo. Inténtalo con otra.'
const interrupted = 'La subida se interrumpió. Inténtalo de nuevo.'

/** How slow a sender may be, in milliseconds and bytes. */
export type Pace = { stallMs: number; window: number; least: number; now: () => number }

/**
 * A pause of 15 seconds, and in each minute 10 KB a second: a third of what the slowest line has that can send a video in the hour
 * that a request may take.
 */
export const usualPace: Pace = { stallMs: 15 * second, window: minute, least: 600_000, now: () => performance.now() }

/**
 * Writes a request's body to a new file at `path`, which only its owner may read. The bytes are counted as they come and
 * never held together, and told to `onBytes`. Throws a Refusal: 413 past the limit, 415 when the first bytes are of something
 * else, 408 when it comes slower than `pace` allows, 400 when the connection is lost. An incomplete file stays for the caller to
 * remove. `body` must not close the connection when it is left early: the answer would be lost with it.
 */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  path: string,
  type: UploadType,
  { pace, onBytes }: { pace: Pace; onBytes: (count: number) => void },
): Promise<void> {
  const limit = uploadBytes[type.media]
  const chunks = body[Symbol.asyncIterator]()
  const stall = stallLimit(pace.stallMs)
  const keepsUp = rateLimit(pace)
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let head: Buffer | null = Buffer.alloc(0)
  try {
    while (true) {
      const { done, value } = await stall.limit(chunks.next())
      if (done) break
      size += value.byteLength
      if (size > limit) throw new Refusal(413, sizeMessage(type.media).text)
      if (head) head = checkWhenLongEnough(Buffer.concat([head, value.subarray(0, headBytes)]), type)
      if (!keepsUp(value.byteLength)) throw new Refusal(408, tooSlow)
      await writeAll(file, value)
      onBytes(value.byteLength)
    }
    if (size === 0) throw new Refusal(422, emptyFile)
    // A file shorter than a head.
    if (head) checkHead(head, type)
  } finally {
    stall.end()
    // Not waited for: after a stall it comes when the connection ends.
    chunks.return?.().catch(() => {})
    await file.close()
  }
}

function checkWhenLongEnough(head: Buffer, type: UploadType): Buffer | null {
  if (head.length < headBytes) return head
  checkHead(head, type)
  return null
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) written += (await file.write(bytes, written)).bytesWritten
}

/** Whether, with so many bytes more, the window that ends now was fast enough. A sender that pauses longer than that has stalled. */
function rateLimit({ window, least, now }: Pace) {
  let [start, bytes] = [now(), 0]
  return (more: number): boolean => {
    bytes += more
    if (now() - start < window) return true
    const isEnough = bytes >= least
    start = now()
    bytes = 0
    return isEnough
  }
}

/** Waits for one chunk after the other, with one timer for all of them. */
function stallLimit(ms: number) {
  let giveUp = (_: Refusal) => {}
  const timer = setTimeout(() => giveUp(new Refusal(408, stalled)), ms)
  return {
    /** The chunk, or a Refusal when it does not come in time or not at all. */
    limit<T>(chunk: Promise<T>): Promise<T> {
      timer.refresh()
      return new Promise((resolve, reject) => {
        giveUp = reject
        chunk.then(resolve, () => reject(new Refusal(400, interrupted)))
      })
    },
    end: () => clearTimeout(timer),
  }
}
