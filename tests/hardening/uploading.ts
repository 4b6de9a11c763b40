/** Uploads files with control over each byte. */
import { readdirSync } from 'node:fs'
import { Agent, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import type { Product } from '../support/product.ts'
import type { Session } from '../support/session.ts'
import { type Answer, answerTo, openRequest, send } from './client.ts'

type Address = { uploadURL: string; publicURL: string; fileName: string }
export async function askAddress(
  product: Pick<Product, 'origin'>,
  session: Session,
  fileName: string,
  kind?: string,
): Promise<Address> {
  return JSON.parse((await send(product, 'POST /api/upload/url', { headers: session, json: { fileName, kind } })).body)
}

/** Opens an upload. The caller sends the body, in chunks if the headers have no length. */
export function openUpload(product: Pick<Product, 'origin'>, path: string, headers: object): ClientRequest {
  // Uses a kept connection, as browsers do. On other connections an early answer is easily lost.
  return openRequest(product, `PUT ${path}`, { headers: { ...headers }, agent: new Agent({ keepAlive: true, timeout: 20_000 }) })
}

/** Sends the pieces in sequence, and stops when there is an answer. */
export async function sendPieces(sent: ClientRequest, pieces: Iterable<Uint8Array | string>): Promise<Answer> {
  let isAnswered = false
  const answering = answerTo(sent).finally(() => {
    isAnswered = true
  })
  // The server may close the connection after its answer. The answer still counts.
  sent.on('error', () => {})
  for (const piece of pieces) {
    if (isAnswered) break
    if (!sent.write(piece)) await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), answering])
  }
  sent.end()
  return answering
}

/** Requests an upload address and uploads a file to it in one piece. */
export async function upload(
  product: Pick<Product, 'origin'>,
  session: Session,
  fileName: string,
  file: Uint8Array | string,
  kind?: string,
) {
  const address = await askAddress(product, session, fileName, kind)
  const answer = await sendPieces(openUpload(product, address.uploadURL, session), [file])
  return { ...address, ...answer }
}

/** Returns all files that uploads have left in the product's folders. */
export function filesOf({ dataDir }: Product): string[] {
  const folders = ['uploads/staging', 'uploads/originals', 'uploads/public', 'www/public-objects']
  return folders.flatMap((folder) => readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`))
}

const megabyte = 1024 * 1024
const block = Buffer.alloc(megabyte)
const firstBlock = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'), block]).subarray(0, megabyte)

/** Yields the bytes of a video of `megabytes` MB and `more` bytes. */
export function* video(megabytes: number, more = 0): Generator<Uint8Array> {
  for (let part = 0; part < megabytes; part++) yield part === 0 ? firstBlock : block
  if (more > 0) yield block.subarray(0, more)
}
