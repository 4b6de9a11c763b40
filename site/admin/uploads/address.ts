import type { UploadKind } from '../../../data/uploads.ts'

export type Address = { uploadURL: string; publicURL?: string; fileName: string }

export type AddressRequest = { fileName: string; kind: UploadKind; type: string; size: number }

/** The server refuses longer names. The front is cut, to keep the extension. */
const nameLength = 255

/** Lets the server refuse a file before it is sent. */
export function announce({ name, type, size }: File, kind: UploadKind): AddressRequest {
  // Videos get a generated name with the extension of their type, or their own name without a type.
  const fileName = kind === 'video' && type ? `${Date.now()}.mp4` : name.slice(-nameLength)
  return { fileName, kind, type, size }
}

/** For videos, the path of the upload address without its first segment. */
export function storedPath({ uploadURL, publicURL, fileName }: Address, kind: UploadKind): string {
  if (kind !== 'video') return publicURL || `/public-objects/${fileName}`
  const { pathname } = new URL(uploadURL, 'http://localhost')
  return `/public-objects/${pathname.split('/').slice(2).join('/')}`
}
