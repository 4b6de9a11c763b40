import { Refusal } from '../uploads/refusal.ts'

const maxHeadBytes = 8 * 1024

const unreadable = 'El formulario con la foto no se pudo leer. Elige la foto de nuevo.'

type FormFile = { fileName: string; type: string; bytes: AsyncIterable<Uint8Array> }

/**
 * Reads the first part of a multipart form as it arrives, so a whole photo is never in memory. Throws a Refusal if the form is
 * unreadable.
 */
export async function firstFile(body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormFile> {
  const boundary = /^multipart\/form-data;.*boundary="?([\w'()+,./:=?-]{1,70})"?/i.exec(contentType)?.[1]
  if (!boundary) throw new Refusal(415, unreadable)
  const chunks = body[Symbol.asyncIterator]()
  let buffer = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const { done, value } = await chunks.next()
    if (done || buffer.length > maxHeadBytes) throw new Refusal(422, unreadable)
    buffer = Buffer.concat([buffer, value])
    end = buffer.indexOf('\r\n\r\n')
  }
  const head = buffer.subarray(0, end).toString()
  if (end > maxHeadBytes || !head.startsWith(`--${boundary}`)) throw new Refusal(422, unreadable)
  const fileName = /filename="([^"\r\n]{0,255})"/i.exec(head)?.[1] ?? ''
  const type = /^content-type:\s*([\w./+-]{1,100})/im.exec(head)?.[1] ?? ''
  return { fileName, type, bytes: untilBoundary(buffer.subarray(end + 4), chunks, Buffer.from(`\r\n--${boundary}`)) }
}

/** Yields the bytes before `mark`. Then reads and drops the rest of the body, so that an answer can be sent. */
async function* untilBoundary(first: Buffer, chunks: AsyncIterator<Uint8Array>, mark: Buffer): AsyncGenerator<Uint8Array> {
  let rest = first
  while (true) {
    const at = rest.indexOf(mark)
    if (at >= 0) {
      if (at > 0) yield rest.subarray(0, at)
      while (!(await chunks.next()).done);
      return
    }
    const safe = Math.max(0, rest.length - mark.length)
    if (safe > 0) yield rest.subarray(0, safe)
    const { done, value } = await chunks.next()
    if (done) throw new Refusal(400, unreadable)
    rest = Buffer.concat([rest.subarray(safe), value])
  }
}
