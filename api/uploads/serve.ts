import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { acceptedEncoding, endings, immutable, matches } from '../http/representations.ts'
import { uploadTypes } from './content-types.ts'
import { isUploadName } from './names.ts'
import type { ByteRange, Storage } from './storage.ts'

/** Nothing in an SVG may run or load anything when somebody opens it by itself. */
export const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Answers GET and HEAD for /public-objects/:name from storage, with ETag, 304, a drawing's compressed forms and a single Range
 * (https://www.rfc-editor.org/rfc/rfc9110#name-range-requests); several ranges at once get the whole file, as is allowed.
 */
export function serveUploads(storage: Storage) {
  return async (c: Context<Env, '/public-objects/:name'>): Promise<Response> => {
    const name = c.req.param('name')
    if (!isUploadName(name)) return problem(c, 404)
    const whole = await storage.find(name)
    if (!whole) return problem(c, 404)
    if (whole.address) {
      // Found again in an hour, in case the address is another one by then.
      c.header('Cache-Control', 'public, max-age=3600')
      return c.redirect(whole.address, 302)
    }
    const isDrawing = name.endsWith('.svg')
    // Parts are asked for of the file itself.
    const encoding = isDrawing && !c.req.header('Range') ? acceptedEncoding(c.req.header('Accept-Encoding')) : null
    // Only this process says of a compressed form what it is: from the bucket's address nobody could read it.
    const packed = encoding && (await storage.find(name + endings[encoding]))
    const found = packed ?? whole

    // A name is given once and its bytes never change, so it is their version as well; each form has one of its own.
    const etag = `"${name}${packed ? `-${encoding}` : ''}"`
    c.header('ETag', etag)
    c.header('Cache-Control', immutable)
    c.header('Accept-Ranges', 'bytes')
    if (isDrawing) {
      c.header('Content-Security-Policy', svgPolicy)
      c.header('Vary', 'Accept-Encoding')
    }
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304)

    const isCurrent = (c.req.header('If-Range') ?? etag) === etag
    const range = isCurrent ? rangeOf(c.req.header('Range'), found.size) : null
    if (range === 'unsatisfiable') {
      c.header('Content-Range', `bytes */${found.size}`)
      return problem(c, 416)
    }
    const body = c.req.method === 'HEAD' ? null : await readOrForget(c, () => found.read(range ?? undefined))
    c.header('Content-Type', uploadTypes[name.slice(name.lastIndexOf('.') + 1)])
    if (packed && encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Length', String(range ? range.end - range.start + 1 : found.size))
    if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${found.size}`)
    const status = range ? 206 : 200
    return body ? c.body(body, status) : c.body(null, status)
  }
}

/** Reads; when that fails, nobody keeps the answer that says so. */
async function readOrForget<T>(c: Context, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    c.header('ETag', undefined)
    c.header('Cache-Control', 'no-store')
    throw error
  }
}

/** The bytes that a Range header asks of a file of `size` bytes; null for all of them, as for a header that is not understood. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  // bytes=-500: the last 500.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return start > end ? 'unsatisfiable' : { start, end }
}
