import { type FileHandle, open } from 'node:fs/promises'
import { minuteMs, secondMs } from '../../data/time.ts'
import { sizeMessage, type UploadType, uploadBytes } from '../../data/uploads.ts'
import { checkHead, headBytes } from './check-type.ts'
import { emptyFile, Refusal } from './refusal.ts'

const stalled = 'La subida se detuvo. Revisa tu conexión e inténtalo de nuevo.'
const tooSlow = 'La conexión es demasiado lenta para subir este archivo. Inténtalo con otra.'
const interrupted = 'La subida se interrumpió. Inténtalo de nuevo.'

/** In each period of `windowMs`, at least `minBytes` must arrive. No pause may be longer than `stallMs`. */
export type Pace = { stallMs: number; windowMs: number; minBytes: number; now: () => number }

export const usualPace: Pace = { stallMs: 15 * secondMs, windowMs: minuteMs, minBytes: 600_000, now: () => performance.now() }

/**
 * Throws a Refusal if the file is too large, too slow, empty, or of another type. `body` must leave the connection open for the
 * answer.
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
    if (head) checkHead(head, type)
  } finally {
    stall.end()
    // Does not wait, because after a stall the iterator never returns.
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

function rateLimit({ windowMs: window, minBytes: least, now }: Pace) {
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

function stallLimit(ms: number) {
  let giveUp = (_: Refusal) => {}
  const timer = setTimeout(() => giveUp(new Refusal(408, stalled)), ms)
  return {
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
