import { randomBytes } from 'node:crypto'
import type { UploadType } from '../../data/uploads.ts'

/** Returns the URL path of a public file. */
export const publicUrl = (name: string) => `/public-objects/${name}`

const pattern = /^\d{13}-[0-9a-f]{16}\.(webp|svg|mp4|webm|mov)$/

/** Returns a new name: Unix milliseconds, random digits and the stored type. Contains no user input. */
export function newUploadName({ stored }: Pick<UploadType, 'stored'>): string {
  return `${Date.now()}-${randomBytes(8).toString('hex')}.${stored}`
}

/** Returns whether this product could have created the name. Only such names reach the disk. */
export function isUploadName(name: string): boolean {
  return pattern.test(name)
}

const originalPattern = /^\d{13}-[0-9a-f]{16}$/

export const isOriginalName = (name: string): boolean => originalPattern.test(name)

/** Returns the part of the name that an upload shares with its original. */
export const stemOf = (name: string) => name.split('.', 1)[0] ?? name
