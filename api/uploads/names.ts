import { randomBytes } from 'node:crypto'
import type { UploadType } from '../../data/uploads.ts'

/** The address of a public file. */
export const publicUrl = (name: string) => `/public-objects/${name}`

const pattern = /^\d{13}-[0-9a-f]{16}\.(webp|svg|mp4|webm|mov)$/

/** A new name: when it was asked for (Unix milliseconds), chance, and the type it is stored as. Nothing the user typed. */
export function newUploadName({ stored }: Pick<UploadType, 'stored'>): string {
  return `${Date.now()}-${randomBytes(8).toString('hex')}.${stored}`
}

/** Whether this product made the name: only such names ever reach the disk. */
export function isUploadName(name: string): boolean {
  return pattern.test(name)
}

const originalPattern = /^\d{13}-[0-9a-f]{16}$/

/** Whether this is the name of an original. */
export const isOriginalName = (name: string): boolean => originalPattern.test(name)

/** A name without its ending, which an upload shares with its original. */
export const stemOf = (name: string) => name.split('.', 1)[0] ?? name
