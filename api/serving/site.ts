import { hash } from 'node:crypto'
import type { Encoding } from '../http/representations.ts'

export type Bytes = Buffer<ArrayBuffer>

export type SiteFile = {
  body: Bytes
  /** Both or neither. */
  br?: Bytes
  gzip?: Bytes
  hash: string
  type: string
  cacheControl: string
  csp?: string
  /** Target of a permanent redirect. */
  movedTo?: string
}

/** `urls` are the paths of visitors. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

/** By path, such as `/_assets/app.1a2b.js`. */
export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile | null }

export function hashOf(body: Bytes): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** Uncompressed for null. */
export function encodedBody(file: SiteFile, encoding: Encoding | null): Bytes {
  return (encoding && file[encoding]) || file.body
}
