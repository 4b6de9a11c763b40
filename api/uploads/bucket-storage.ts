import { createWriteStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { Unavailable } from '../http/errors.ts'
import { endings, immutable } from '../http/representations.ts'
import { type Bucket, type Listed, privatePrefix, type Sent, unsent } from '../store/bucket.ts'
import { isMissing, loggedProblem } from '../store/problem.ts'
import { uploadTypes } from './content-types.ts'
import { isOriginalName, isUploadName, stemOf } from './names.ts'
import { backupPath } from './paths.ts'
import type { DiskStorage, Storage, StoredFile, StoredKind, StoredObject } from './storage.ts'

export const bucketFolders = { published: 'public-objects/', originals: `${privatePrefix}originals/` } as const

const bucketTimeoutMs = 10_000

export type BucketStorage = Storage & {
  moveUp(): Promise<void>
  copyInto(folder: string): Promise<Record<string, number>>
}

type Options = {
  disk: DiskStorage
  bucket: Bucket
  publicUrl: string | null
  log: Logger
}

/** Stores uploads on the disk before it moves them to the bucket, so that a slow bucket delays nobody for long. */
export function bucketStorage({ disk, bucket, publicUrl, log }: Options): BucketStorage {
  const oneAtATime = pLimit(1)
  /** Cached, so that requests for made-up names cause no calls to the bucket. */
  let sizesByName: Promise<Map<string, number>> | null = null

  function knownInBucket(): Promise<Map<string, number>> {
    sizesByName ??= bucket
      .list(bucketFolders.published)
      .then((all) => new Map(all.map((object) => [nameIn(object), object.size])))
    sizesByName.catch(() => {
      sizesByName = null
    })
    return sizesByName
  }

  const moveOne = (kind: StoredKind, name: string) =>
    oneAtATime(async () => {
      const path = disk.pathOf(kind, name)
      const size = statSync(path, { throwIfNoEntry: false })?.size
      if (size === undefined) return
      await bucket.putFile(bucketFolders[kind] + name, path, kind === 'published' ? sentOf(name) : unsent)
      if (kind === 'published' && sizesByName) (await sizesByName).set(name, size)
      await disk.remove(kind, name)
    })

  /** Originals and compressed forms move before the file that visitors request. */
  async function moveUp(): Promise<void> {
    const { published, originals } = await disk.list()
    for (const { name } of originals) if (isOriginalName(name)) await moveOne('originals', name)
    for (const { name } of published.toSorted(byLengthDescending)) if (isOurs.published(name)) await moveOne('published', name)
  }

  async function moveUpload(name: string): Promise<void> {
    await moveOne('originals', stemOf(name))
    for (const ending of [...Object.values(endings), '']) await moveOne('published', name + ending)
  }

  return {
    moveUp,
    copyInto: (folder) => copyFromBucket(bucket, folder),
    async publish(name, path) {
      await disk.publish(name, path)
      if (!isUploadName(name)) return
      const moved = moveUpload(name).catch((error) => {
        log.warn(loggedProblem(error), 'an upload stays on the disk until the store takes it')
      })
      await Promise.race([moved, wait(bucketTimeoutMs, undefined, { ref: false })])
    },
    keepOriginal: disk.keepOriginal,
    async find(name) {
      const here = await disk.find(name)
      if (here) return here
      const all = await knownInBucket().catch((cause) => {
        throw new Unavailable('the object store cannot be read', { cause })
      })
      const size = all.get(name)
      if (size === undefined) return null
      return bucketObject({ bucket, publicUrl }, { name, size }, () => all.delete(name))
    },
    async list() {
      const here = await disk.list()
      const there = async (kind: StoredKind) => {
        const names = new Set(here[kind].map(({ name }) => name))
        const bucketFiles = await listBucket(bucket, kind)
        return [...here[kind], ...bucketFiles.filter(({ name }) => !names.has(name))]
      }
      return { published: await there('published'), originals: await there('originals') }
    },
    async remove(kind, name) {
      await bucket.remove([bucketFolders[kind] + name]).catch((error) => {
        if (!isMissing(error)) throw error
      })
      if (kind === 'published' && sizesByName) (await sizesByName).delete(name)
      await disk.remove(kind, name)
    },
  }
}

async function listBucket(bucket: Bucket, kind: StoredKind): Promise<StoredFile[]> {
  const files = (await bucket.list(bucketFolders[kind])).map((object) => ({ ...object, name: nameIn(object) }))
  return files.filter(({ name }) => isOurs[kind](name)).map(onlyFile)
}

async function copyFromBucket(bucket: Bucket, folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const kind of ['published', 'originals'] as const) {
    for (const { name, size } of await listBucket(bucket, kind)) {
      const path = backupPath({ kind, name })
      if (existsSync(join(folder, path))) continue
      const body = await bucket.read(bucketFolders[kind] + name)
      if (!body) continue
      await pipeline(body, createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600 }))
      sizes[path] = size
    }
  }
  return sizes
}

function bucketObject(
  { bucket, publicUrl }: Pick<Options, 'bucket' | 'publicUrl'>,
  { name, size }: { name: string; size: number },
  forget: () => void,
): StoredObject {
  const key = bucketFolders.published + name
  return {
    size,
    ...(publicUrl && { address: `${publicUrl}/${key}` }),
    async read(range) {
      const body = await bucket.read(key, range).catch((cause) => {
        throw new Unavailable('the object store cannot be read', { cause })
      })
      if (body) return body
      forget()
      throw new Unavailable('an upload is not in the object store any more')
    },
  }
}

const nameIn = ({ key }: Pick<Listed, 'key'>) => key.slice(key.lastIndexOf('/') + 1)
const onlyFile = ({ name, size, changedAt }: StoredFile): StoredFile => ({ name, size, changedAt })
const byLengthDescending = (first: StoredFile, other: StoredFile) =>
  other.name.length - first.name.length || (first.name < other.name ? -1 : 1)

const baseOf = (name: string) => name.replace(/\.(br|gz)$/, '')
const isOurs = { published: (name: string) => isUploadName(baseOf(name)), originals: isOriginalName }

function sentOf(name: string): Sent {
  const type = uploadTypes[name.slice(name.lastIndexOf('.') + 1)] ?? unsent.type
  return { type, cacheControl: immutable }
}
