import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { problem } from '../http/errors.ts'
import { acceptedEncoding, endings, immutable, matches } from '../http/representations.ts'
import { uploadTypes } from './content-types.ts'
import { isUploadName } from './names.ts'
import type { ByteRange, Storage } from './storage.ts'

export const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export function serveUploads(storage: Storage) {
  return async (c: Context<Env, '/public-objects/:name'>): Promise<Response> => {
    const name = c.req.param('name')
    if (!isUploadName(name)) return problem(c, 404)
    const uncompressed = await storage.find(name)
    if (!uncompressed) return problem(c, 404)
    if (uncompressed.address) {
      // Cached for an hour only, because the bucket's address may change.
      c.header('Cache-Control', 'public, max-age=3600')
      return c.redirect(uncompressed.address, 302)
    }
    const isDrawing = name.endsWith('.svg')
    const encoding = isDrawing && !c.req.header('Range') ? acceptedEncoding(c.req.header('Accept-Encoding')) : null
    const packed = encoding && (await storage.find(name + endings[encoding]))
    const servedFile = packed ?? uncompressed

    // The name is enough as an ETag, because files never change.
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
    const range = isCurrent ? rangeOf(c.req.header('Range'), servedFile.size) : null
    if (range === 'unsatisfiable') {
      c.header('Content-Range', `bytes */${servedFile.size}`)
      return problem(c, 416)
    }
    const body = c.req.method === 'HEAD' ? null : await readOrForget(c, () => servedFile.read(range ?? undefined))
    c.header('Content-Type', uploadTypes[name.slice(name.lastIndexOf('.') + 1)])
    if (packed && encoding) c.header('Content-Encoding', encoding)
    c.header('Content-Length', String(range ? range.end - range.start + 1 : servedFile.size))
    if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${servedFile.size}`)
    const status = range ? 206 : 200
    return body ? c.body(body, status) : c.body(null, status)
  }
}

async function readOrForget<T>(c: Context, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    c.header('ETag', undefined)
    c.header('Cache-Control', 'no-store')
    throw error
  }
}

/** Returns null if the whole file is to be sent, also for an invalid header. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return start > end ? 'unsatisfiable' : { start, end }
}
