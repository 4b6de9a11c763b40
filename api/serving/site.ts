/** The published site in memory. */
import { hash } from 'node:crypto'
import type { Encoding } from '../http/representations.ts'

/** Not a shared buffer, because responses need it that way. */
export type Bytes = Buffer<ArrayBuffer>

export type SiteFile = {
  body: Bytes
  /** Precompressed forms, both or neither, if the type is worth it. */
  br?: Bytes
  gzip?: Bytes
  hash: string
  type: string
  cacheControl: string
  /** Content-Security-Policy of a page. */
  csp?: string
  /** Target of a permanent redirect. */
  movedTo?: string
}

/** `name` is in the folder, `urls` are the paths of visitors. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

/** Files by URL path, such as `/` or `/_assets/app.1a2b.js`. Other paths do not exist. */
export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile | null }

/** Returns a short content hash for an ETag. */
export function hashOf(body: Bytes): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** Returns the bytes of a file, uncompressed for null. */
export function encodedBody(file: SiteFile, encoding: Encoding | null): Bytes {
  return (encoding && file[encoding]) || file.body
}
