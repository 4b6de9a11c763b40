import { open } from 'node:fs/promises'
import { sizeMessage, type UploadType, uploadBytes } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'
import { checkHead, headBytes } from './sniff.ts'

const stalled = 'La subida se detuvo. Revisa tu conexión e inténtalo de nuevo.'
const interrupted = 'La subida se interrumpió. Inténtalo de nuevo.'

/**
 * Writes a request's body to a new file at `path`, which only its owner may read. The bytes are counted as they come and
 * never held together. Throws a Refusal: 413 past the limit, 415 when the first bytes are of something else, 408 when
 * nothing comes for `stallMs` milliseconds, 400 when the sender is gone. What is written by then stays for the caller to
 * remove.
 */
export async function receive(
  body: ReadableStream<Uint8Array>,
  path: string,
  type: UploadType,
  stallMs: number,
): Promise<{ size: number }> {
  const reader = body.getReader()
  const file = await open(path, 'wx', 0o600)
  const wait = stallLimit(stallMs)
  let size = 0
  let head: Buffer | null = Buffer.alloc(0)
  try {
    while (true) {
      const { done, value } = await wait.for(reader.read())
      if (done) break
      size += value.byteLength
      if (size > uploadBytes[type.media]) throw new Refusal(413, sizeMessage(type.media).text)
      if (head) head = checkWhenLongEnough(Buffer.concat([head, value.subarray(0, headBytes)]), type)
      await writeAll(file, value)
    }
    // Also for a file shorter than a head, an empty one included.
    if (head) checkHead(head, type)
    return { size }
  } finally {
    wait.end()
    // Not cancelled: that would close the connection before the answer is sent.
    reader.releaseLock()
    await file.close()
  }
}

function checkWhenLongEnough(head: Buffer, type: UploadType): Buffer | null {
  if (head.length < headBytes) return head
  checkHead(head, type)
  return null
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.byteLength) written += (await file.write(bytes, written)).bytesWritten
}

/** Waits for one piece after the other, but for none longer than `ms`. */
function stallLimit(ms: number) {
  let giveUp = (_: Refusal) => {}
  const timer = setTimeout(() => giveUp(new Refusal(408, stalled)), ms)
  return {
    for<T>(piece: Promise<T>): Promise<T> {
      timer.refresh()
      return new Promise((resolve, reject) => {
        giveUp = reject
        piece.then(resolve, () => reject(new Refusal(400, interrupted)))
      })
    },
    end: () => clearTimeout(timer),
  }
}
