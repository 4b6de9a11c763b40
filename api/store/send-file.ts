import { open } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { text } from 'node:stream/consumers'
import { S3ServiceError } from 's3mini'

/** Bytes that are in memory at a time: the same ones again and again. */
const portion = 256 * 1024

/** For how long nothing may move, in milliseconds. */
const patience = 15_000

/**
 * Puts a file to an address that is signed. Through `fetch`, whatever way it is handed the file, 100 MB of it leave 110 MB of used
 * buffers behind; so it is sent from one buffer. Throws an S3ServiceError, or what the connection throws.
 */
export async function sendFile(address: string, path: string, headers: Record<string, string>): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const send = address.startsWith('https:') ? secure : plain
    const request = send(address, { method: 'PUT', headers: { ...headers, 'content-length': size }, timeout: patience })
    request.on('timeout', () => request.destroy(new Error('nothing moved')))
    let isAnswered = false
    const answered = answerTo(request)
    // A refusal comes before the store has taken everything.
    const noted = answered.then(
      () => {
        isAnswered = true
      },
      () => {},
    )
    const buffer = Buffer.allocUnsafeSlow(portion)
    for (let at = 0; at < size && !isAnswered; ) {
      const { bytesRead } = await file.read(buffer, 0, portion, at)
      if (bytesRead === 0) throw new Error('the file has become shorter')
      at += bytesRead
      await Promise.race([taken(request, buffer.subarray(0, bytesRead)), noted])
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

/** Resolves when the system has the bytes, so that their buffer is free again. */
function taken(request: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => request.write(bytes, (error) => (error ? reject(error) : resolve())))
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once('response', resolve).once('error', reject))
}

const codeIn = (xml: string) => xml.split('<Code>', 2)[1]?.split('</Code>', 1)[0]
