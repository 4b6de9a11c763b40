import { randomBytes } from 'node:crypto'
import type { UploadType } from '../../data/uploads.ts'

export const publicUrl = (name: string) => `/public-objects/${name}`

const pattern = /^\d{13}-[0-9a-f]{16}\.(webp|svg|mp4|webm|mov)$/

export function newUploadName({ stored }: Pick<UploadType, 'stored'>): string {
  return `${Date.now()}-${randomBytes(8).toString('hex')}.${stored}`
}

/** A name that does not match `pattern` must never reach the disk. */
export function isUploadName(name: string): boolean {
  return pattern.test(name)
}

const originalPattern = /^\d{13}-[0-9a-f]{16}$/

export const isOriginalName = (name: string): boolean => originalPattern.test(name)

export const stemOf = (name: string) => name.split('.', 1)[0] ?? name
