import type { UploadKind } from '../../../data/uploads.ts'

export type Address = { uploadURL: string; publicURL?: string; fileName: string }

export type AddressRequest = { fileName: string; kind: UploadKind; type: string; size: number }

/** The server refuses file names with more characters. */
const nameLength = 255

export function announce({ name, type, size }: File, kind: UploadKind): AddressRequest {
  // Cuts the beginning of a long name, so that the name keeps its extension.
  const fileName = kind === 'video' && type ? `${Date.now()}.mp4` : name.slice(-nameLength)
  return { fileName, kind, type, size }
}

export function storedPath({ uploadURL, publicURL, fileName }: Address, kind: UploadKind): string {
  if (kind !== 'video') return publicURL || `/public-objects/${fileName}`
  const { pathname } = new URL(uploadURL, 'http://localhost')
  return `/public-objects/${pathname.split('/').slice(2).join('/')}`
}
