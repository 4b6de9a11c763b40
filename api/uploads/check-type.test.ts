import { expect, test } from 'vitest'
import { uploadMessages } from '../../data/uploads.ts'
import { checkHead } from './check-type.ts'
import { Refusal } from './refusal.ts'

const image = (stored: 'webp' | 'svg') => ({ media: 'image', stored }) as const
const video = (stored: 'mp4' | 'webm' | 'mov') => ({ media: 'video', stored }) as const
const box = (type: string, brand: string) => `\0\0\0\x20${type}${brand}\0\0\0\0${brand}`

const html = '<!doctype html><html><script>alert(1)</script></html>'
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const webm = '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm'

test.each([
  ['a PNG', png, image('webp')],
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', image('webp')],
  ['a WebP', 'RIFF\x24\0\0\0WEBPVP8L', image('webp')],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', image('svg')],
  ['an SVG with a byte order mark', '\xef\xbb\xbf\n <?xml version="1.0"?><svg/>', image('svg')],
  ['an MP4', box('ftyp', 'isom'), video('mp4')],
  ['a video of an iPhone under the name of an MP4', box('ftyp', 'qt  '), video('mp4')],
  ['a MOV', box('ftyp', 'qt  '), video('mov')],
  ['an old MOV without a type', box('wide', 'mdat'), video('mov')],
  ['a WebM', webm, video('webm')],
])('accepts %s by its first bytes', (_, head, type) => {
  expect(() => checkHead(Buffer.from(head, 'latin1'), type)).not.toThrow()
})

const { imageType, videoType, avi } = uploadMessages

test.each([
  ['HTML as PNG', html, image('webp'), imageType],
  ['an empty file as PNG', '', image('webp'), imageType],
  ['an SVG as PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', image('webp'), imageType],
  ['a GIF as PNG', 'GIF89a', image('webp'), imageType],
  ['a WAV as WebP', 'RIFF\x24\0\0\0WAVEfmt ', image('webp'), imageType],
  ['a PNG as SVG', png, image('svg'), imageType],
  ['text as SVG', 'svg', image('svg'), imageType],
  ['HTML as MP4', html, video('mp4'), videoType],
  ['HTML as MOV, even if it contains the name of a box', '<!--mdat--><script>alert(1)</script>', video('mov'), videoType],
  ['HTML as MP4, even if it contains the name of a type', '<!--ftypisom--><script>alert(1)</script>', video('mp4'), videoType],
  ['an empty file as MP4', '', video('mp4'), videoType],
  ['a HEIC picture as MP4', box('ftyp', 'heic'), video('mp4'), videoType],
  ['an AVIF picture as MOV', box('ftyp', 'avif'), video('mov'), videoType],
  ['an MP4 as WebM', box('ftyp', 'isom'), video('webm'), videoType],
  ['a WebM as MP4', webm, video('mp4'), videoType],
  ['Matroska as WebM', '\x1aE\xdf\xa3\x9fB\x82\x88matroska', video('webm'), videoType],
  ['an AVI as MP4', 'RIFF\x24\0\0\0AVI LIST', video('mp4'), avi],
])('rejects %s by its first bytes', (_, head, type, message) => {
  expect(() => checkHead(Buffer.from(head, 'latin1'), type)).toThrow(new Refusal(415, message.text))
})
