/**
 * Uploads in an object store. Each comes to the disk first and goes on from there, so that a store that is slow or gone
 * refuses nobody: what it has not got yet is sent from the disk. Names are given once and their bytes never change.
 */
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
import type { DiskStorage, Storage, StoredFile, StoredKind } from './storage.ts'

/** Folders of the bucket; those of the disk are called otherwise. */
export const bucketFolders = { published: 'public-objects/', originals: `${privatePrefix}originals/` } as const

/** How long an upload waits for the bucket, in milliseconds. It is stored already. */
const patience = 10_000

export type BucketStorage = Storage & {
  /** Takes to the bucket what only the disk has. Throws when the store fails; the rest stays on the disk then. */
  moveUp(): Promise<void>
  /**
   * Copies what is in the bucket, and not there yet, into a folder as backups have it, and returns the bytes by path. Throws when the
   * store fails.
   */
  copyInto(folder: string): Promise<Record<string, number>>
}

type Options = {
  disk: DiskStorage
  bucket: Bucket
  /** Where visitors read the bucket; null where this process sends them what is in it. */
  publicUrl: string | null
  log: Logger
}

/** Uploads that are kept in the bucket; those that it does not take wait on the disk. */
export function bucketStorage({ disk, bucket, publicUrl, log }: Options): BucketStorage {
  const oneAtATime = pLimit(1)
  /** Bytes by name of what is in the bucket, read once: a made-up name costs no call. Null before. */
  let known: Promise<Map<string, number>> | null = null

  function knownInBucket(): Promise<Map<string, number>> {
    known ??= bucket.list(bucketFolders.published).then((all) => new Map(all.map((found) => [nameIn(found), found.size])))
    known.catch(() => {
      known = null
    })
    return known
  }

  /** Moves one file, unless somebody else was first. */
  const moveOne = (kind: StoredKind, name: string) =>
    oneAtATime(async () => {
      const path = disk.pathOf(kind, name)
      const size = statSync(path, { throwIfNoEntry: false })?.size
      if (size === undefined) return
      await bucket.putFile(bucketFolders[kind] + name, path, kind === 'published' ? sentOf(name) : unsent)
      if (kind === 'published' && known) (await known).set(name, size)
      await disk.remove(kind, name)
    })

  /** Originals first, and compressed forms before what they are forms of: once that can be found, they can be found too. */
  async function moveUp(): Promise<void> {
    const { published, originals } = await disk.list()
    for (const { name } of originals) if (isOriginalName(name)) await moveOne('originals', name)
    for (const { name } of published.toSorted(longestFirst)) if (isOurs.published(name)) await moveOne('published', name)
  }

  async function moveUpload(name: string): Promise<void> {
    await moveOne('originals', stemOf(name))
    for (const ending of [...Object.values(endings), '']) await moveOne('published', name + ending)
  }

  /** Whatever else somebody put there is no upload. */
  async function listBucket(kind: StoredKind): Promise<StoredFile[]> {
    const found = (await bucket.list(bucketFolders[kind])).map((object) => ({ ...object, name: nameIn(object) }))
    return found.filter(({ name }) => isOurs[kind](name)).map(onlyFile)
  }

  return {
    moveUp,
    async copyInto(folder) {
      const sizes: Record<string, number> = {}
      for (const kind of ['published', 'originals'] as const) {
        for (const { name, size } of await listBucket(kind)) {
          const path = backupPath({ kind, name })
          // What the disk has too is there already, as the very file that visitors get: to be written to by nobody.
          if (existsSync(join(folder, path))) continue
          const body = await bucket.read(bucketFolders[kind] + name)
          if (!body) continue
          await pipeline(body, createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600 }))
          sizes[path] = size
        }
      }
      return sizes
    },
    async publish(name, path) {
      await disk.publish(name, path)
      // A form of a drawing goes with the drawing.
      if (!isUploadName(name)) return
      const moved = moveUpload(name).catch((error) => {
        log.warn(loggedProblem(error), 'an upload stays on the disk until the store takes it')
      })
      await Promise.race([moved, wait(patience, undefined, { ref: false })])
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
      const key = bucketFolders.published + name
      return {
        size,
        ...(publicUrl && { address: `${publicUrl}/${key}` }),
        async read(range) {
          const body = await bucket.read(key, range).catch((cause) => {
            throw new Unavailable('the object store cannot be read', { cause })
          })
          if (body) return body
          all.delete(name)
          throw new Unavailable('an upload is not in the object store any more')
        },
      }
    },
    async list() {
      const here = await disk.list()
      const there = async (kind: StoredKind) => {
        const names = new Set(here[kind].map(({ name }) => name))
        const found = await listBucket(kind)
        return [...here[kind], ...found.filter(({ name }) => !names.has(name))]
      }
      return { published: await there('published'), originals: await there('originals') }
    },
    async remove(kind, name) {
      await bucket.remove([bucketFolders[kind] + name]).catch((error) => {
        if (!isMissing(error)) throw error
      })
      if (kind === 'published' && known) (await known).delete(name)
      await disk.remove(kind, name)
    },
  }
}

const nameIn = ({ key }: Pick<Listed, 'key'>) => key.slice(key.lastIndexOf('/') + 1)
const onlyFile = ({ name, size, changedAt }: StoredFile): StoredFile => ({ name, size, changedAt })
const longestFirst = (one: StoredFile, other: StoredFile) =>
  other.name.length - one.name.length || (one.name < other.name ? -1 : 1)

/** The name of the drawing that this is a compressed form of; any other name as it is. */
const baseOf = (name: string) => name.replace(/\.(br|gz)$/, '')
const isOurs = { published: (name: string) => isUploadName(baseOf(name)), originals: isOriginalName }

/** A compressed form is for this process alone, which says of it what it is. */
function sentOf(name: string): Sent {
  const type = uploadTypes[name.slice(name.lastIndexOf('.') + 1)] ?? unsent.type
  return { type, cacheControl: immutable }
}
