import type { UploadKind } from '../../../data/uploads.ts'

/** The address to upload a file to, and its public address afterwards. */
export type Address = { uploadURL: string; publicURL?: string; fileName: string }

/** The request for such an address. */
export type AddressRequest = { fileName: string; kind: UploadKind; type: string; size: number }

/** Longer names are refused. Cut at the front: the ending may be all that tells the type. */
const nameLength = 255

/** A file as it is announced to the server, so that it can be refused before it is sent. */
export function announce({ name, type, size }: File, kind: UploadKind): AddressRequest {
  // A video's name is made up, so its type counts; without a type its own name has to tell.
  const fileName = kind === 'video' && type ? `${Date.now()}.mp4` : name.slice(-nameLength)
  return { fileName, kind, type, size }
}

/** The path to store: for a video read off the upload's own address, without its first segment. */
export function storedPath({ uploadURL, publicURL, fileName }: Address, kind: UploadKind): string {
  if (kind !== 'video') return publicURL || `/public-objects/${fileName}`
  const { pathname } = new URL(uploadURL, 'http://localhost')
  return `/public-objects/${pathname.split('/').slice(2).join('/')}`
}
