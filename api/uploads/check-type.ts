import { type UploadType, uploadMessages } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'

/** Bytes from a file's start that tell its type. */
export const headBytes = 64

/**
 * Throws a Refusal (415) when a file that starts with `head` is not of the type it is to be stored as, whatever its
 * name. Signatures: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern and #signature-for-mp4.
 */
export function checkHead(head: Buffer, { media, stored }: UploadType): void {
  const text = head.toString('latin1')
  if (looksLike[stored](head, text)) return
  const { avi, imageType, videoType } = uploadMessages
  throw new Refusal(415, (media === 'image' ? imageType : text.slice(8, 12) === 'AVI ' ? avi : videoType).text)
}

const looksLike: Record<UploadType['stored'], (head: Buffer, text: string) => boolean> = {
  webp: (_, text) => text.startsWith('\x89PNG\r\n\x1a\n') || text.startsWith('\xff\xd8\xff') || /^RIFF....WEBPVP8/s.test(text),
  // Text of some kind; the XML parser says whether it is an SVG.
  svg: (_, text) => /^(\xef\xbb\xbf)?\s*</.test(text),
  mp4: isIsoMedia,
  // QuickTime is where the ISO container comes from; old files start without a type.
  mov: (head, text) => isIsoMedia(head, text) || (/^(moov|mdat|wide|free|skip)$/.test(text.slice(4, 8)) && isBox(head)),
  // The same container without the name is Matroska, which not every browser plays.
  webm: (_, text) => text.startsWith('\x1aE\xdf\xa3') && text.includes('webm'),
}

/** HEIC and AVIF pictures and JPEG 2000 come in the same container as MP4. */
const pictureBrand = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis|jp2 |crx )$/

function isIsoMedia(head: Buffer, text: string): boolean {
  return text.slice(4, 8) === 'ftyp' && isBox(head) && !pictureBrand.test(text.slice(8, 12))
}

/** Whether a file starts with a box of a believable length: text never does. 1 stands for a longer length further on. */
function isBox(head: Buffer): boolean {
  if (head.length < 16) return false
  const length = head.readUInt32BE(0)
  return length === 1 || (length >= 8 && length <= 0x0800_0000)
}
