import { hash } from 'node:crypto'
import type { Encoding } from '../http/representations.ts'

export type Bytes = Buffer<ArrayBuffer>

export type SiteFile = {
  body: Bytes
  br?: Bytes
  gzip?: Bytes
  hash: string
  type: string
  cacheControl: string
  csp?: string
  movedTo?: string
}

/** `name` is a path in the published folder, `urls` are URL paths. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile | null }

export function hashOf(body: Bytes): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

export function encodedBody(file: SiteFile, encoding: Encoding | null): Bytes {
  return (encoding && file[encoding]) || file.body
}

/** The file with live data that open pages request repeatedly. */
export const liveName = 'ahora.json'

/** The folder of the screens in the hall. */
const screenFolder = 'pantalla'

export const isScreenFile = (name: string): boolean => name.startsWith(`${screenFolder}/`)

export const itemFolders = ['charlas', 'speakers'] as const

/** The mirror looks for files of deleted content in these folders of the bucket. */
export const changingFolders = [...itemFolders, screenFolder] as const

/** Files that are removed when the content no longer has their talk, speaker or room. */
export const isRemovedWithContent = (name: string): boolean => isItemFile(name) || isScreenFile(name)

export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
