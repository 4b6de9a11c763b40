import { open } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { text } from 'node:stream/consumers'
import { S3ServiceError } from 's3mini'

const bufferBytes = 256 * 1024

const idleTimeoutMs = 15_000

/** Does not use `fetch`, which would leave 110 MB of buffers in memory. Throws S3ServiceError. */
export async function sendFile(address: string, path: string, headers: Record<string, string>): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const send = address.startsWith('https:') ? secure : plain
    const request = send(address, { method: 'PUT', headers: { ...headers, 'content-length': size }, timeout: idleTimeoutMs })
    request.on('timeout', () => request.destroy(new Error('nothing moved')))
    let isAnswered = false
    const answered = answerTo(request)
    // An answer ends the upload, because a store may refuse before it has the whole body.
    const settledAnswer = answered.then(
      () => {
        isAnswered = true
      },
      () => {},
    )
    const buffer = Buffer.allocUnsafeSlow(bufferBytes)
    for (let at = 0; at < size && !isAnswered; ) {
      const { bytesRead } = await file.read(buffer, 0, bufferBytes, at)
      if (bytesRead === 0) throw new Error('the file has become shorter')
      at += bytesRead
      await Promise.race([write(request, buffer.subarray(0, bytesRead)), settledAnswer])
    }
    if (!isAnswered) request.end()
    const answer = await answered
    const body = await text(answer)
    if (!request.writableEnded) request.destroy()
    if (answer.statusCode === 200) return
    const status = answer.statusCode ?? 0
    throw new S3ServiceError(`S3 returned ${status}`, status, codeIn(body))
  } finally {
    await file.close()
  }
}

function write(request: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => request.write(bytes, (error) => (error ? reject(error) : resolve())))
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once('response', resolve).once('error', reject))
}

const codeIn = (xml: string) => xml.split('<Code>', 2)[1]?.split('</Code>', 1)[0]
