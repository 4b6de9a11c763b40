/** The published site in memory: finished bytes by path. */
import { hash } from 'node:crypto'
import type { Encoding } from '../http/representations.ts'

/** Node's Buffer over memory of its own, as responses take it. */
export type Bytes = Buffer<ArrayBuffer>

export type SiteFile = {
  body: Bytes
  /** Precompressed forms, both or neither: where the type is worth compressing. */
  br?: Bytes
  gzip?: Bytes
  hash: string
  type: string
  cacheControl: string
  /** Content-Security-Policy of a page. */
  csp?: string
  /** The path to which a visitor is sent on, for good, instead of being shown this. */
  movedTo?: string
}

/** A file of the published site: its name in the folder, and the paths at which visitors find it. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

/** Files by URL path, such as `/` or `/_assets/app.1a2b.js`. Nothing outside the map can be asked for. */
export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile | null }

/** A short content hash for an ETag. */
export function hashOf(body: Bytes): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** The bytes of a file in one of its forms; null is the uncompressed one. */
export function encodedBody(file: SiteFile, encoding: Encoding | null): Bytes {
  return (encoding && file[encoding]) || file.body
}
