import type { UploadKind } from '../../../data/uploads.ts'

/** Where a file goes, and where it will be found. */
export type Address = { uploadURL: string; publicURL?: string; fileName: string }

/** What asks for an address. */
export type AddressRequest = { fileName: string; kind: UploadKind; type: string; size: number }

/** Names of more characters are not taken. The end is kept: it may be all that tells the type. */
const nameLength = 255

/** A file as it is announced to the server, so that it can be refused before it is sent. */
export function announce({ name, type, size }: File, kind: UploadKind): AddressRequest {
  // A video has a made-up name; its type counts more than that. Without a type its own name has to tell.
  const fileName = kind === 'video' && type ? `${Date.now()}.mp4` : name.slice(-nameLength)
  return { fileName, kind, type, size }
}

/** The path to store: for a video read off the upload's own address, without its first segment. */
export function storedPath({ uploadURL, publicURL, fileName }: Address, kind: UploadKind): string {
  if (kind !== 'video') return publicURL || `/public-objects/${fileName}`
  const { pathname } = new URL(uploadURL, 'http://localhost')
  return `/public-objects/${pathname.split('/').slice(2).join('/')}`
}
