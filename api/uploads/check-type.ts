import { type UploadType, uploadMessages } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'

export const headBytes = 64

/**
 * Throws a Refusal (415) if `head` does not fit the type. Types:
 * https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function checkHead(head: Buffer, { media, stored }: UploadType): void {
  const text = head.toString('latin1')
  if (looksLike[stored](head, text)) return
  const { avi, imageType, videoType } = uploadMessages
  throw new Refusal(415, (media === 'image' ? imageType : text.slice(8, 12) === 'AVI ' ? avi : videoType).text)
}

const looksLike: Record<UploadType['stored'], (head: Buffer, text: string) => boolean> = {
  webp: (_, text) => text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff') || /^RIFF....WEBPVP8/s.test(text),
  svg: (_, text) => /^(\xef\xbb\xbf)?\s*</.test(text),
  mp4: isIsoMedia,
  mov: (head, text) => isIsoMedia(head, text) || (/^(moov|mdat|wide|free|skip)$/.test(text.slice(4, 8)) && isBox(head)),
  // Other Matroska files start like WebM, but some browsers cannot play them.
  webm: (_, text) => text.startsWith('\x1aE\xdf\xa3') && text.includes('webm'),
}

/** Types of pictures in an MP4 container, which are not videos. */
const pictureBrand = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis|jp2 |crx )$/

function isIsoMedia(head: Buffer, text: string): boolean {
  return text.slice(4, 8) === 'ftyp' && isBox(head) && !pictureBrand.test(text.slice(8, 12))
}

/** A box of MP4 starts with its length, or with 1 if the length needs more than 32 bits. */
function isBox(head: Buffer): boolean {
  if (head.length < 16) return false
  const length = head.readUInt32BE(0)
  return length === 1 || (length >= 8 && length <= 0x0800_0000)
}
