import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { UploadKind } from '../../data/uploads.ts'
import { call, signIn, type TestApp } from '../testing.ts'

type Address = { uploadURL: string; publicURL: string; fileName: string }

export async function askAddress(test: TestApp, cookie: string, fileName: string, kind?: UploadKind): Promise<Address> {
  const answer = await call(test, 'POST /api/upload/url', { cookie, json: { fileName, kind } })
  if (answer.status !== 200) throw new Error(`no address: ${answer.status}`)
  return answer.json()
}

export function send(test: TestApp, cookie: string | undefined, { uploadURL }: Address, file: Uint8Array<ArrayBuffer> | string) {
  return call(test, `PUT ${uploadURL}`, { cookie, body: file })
}

export async function upload(test: TestApp, fileName: string, file: Uint8Array<ArrayBuffer> | string, kind?: UploadKind) {
  const cookie = await signIn(test)
  const address = await askAddress(test, cookie, fileName, kind)
  return { address, answer: await send(test, cookie, address, file) }
}

export function filesOf({ config }: TestApp) {
  const names = (folder: string) => readdirSync(join(config.dataDir, folder))
  return {
    staging: names('uploads/staging'),
    originals: names('uploads/originals'),
    published: names('uploads/public'),
    shown: names('www/public-objects'),
  }
}

export const nothing = { staging: [], originals: [], published: [], shown: [] }

export function picture(width = 180, height = 50) {
  return sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 20, b: 30, alpha: 0.5 } },
    limitInputPixels: false,
  })
}

export const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())

export function mp4(size = 64): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(size)
  file.set(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'))
  return file
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"></rect></svg>'
