import { type FileHandle, open } from 'node:fs/promises'
import { sizeMessage, type UploadType, uploadBytes } from '../../data/uploads.ts'
import { checkHead, headBytes } from './check-type.ts'
import { emptyFile, Refusal } from './refusal.ts'

const stalled = 'La subida se detuvo. Revisa tu conexión e inténtalo de nuevo.'
const interrupted = 'La subida se interrumpió. Inténtalo de nuevo.'

/**
 * Writes a request's body to a new file at `path`, which only its owner may read. The bytes are counted as they come and
 * never held together. Throws a Refusal: 413 past the limit, 415 when the first bytes are of something else, 408 when
 * nothing comes for `stallMs` milliseconds, 400 when the connection is lost. An incomplete file stays for the caller to
 * remove. `body` must not close the connection when it is left early: the answer would be lost with it.
 */
export async function receive(body: AsyncIterable<Uint8Array>, path: string, type: UploadType, stallMs: number): Promise<void> {
  const limit = uploadBytes[type.media]
  const chunks = body[Symbol.asyncIterator]()
  const stall = stallLimit(stallMs)
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
      await writeAll(file, value)
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
