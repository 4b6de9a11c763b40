/**
 * Where uploads are kept: one small interface, for the disk here and for an object store in `bucket-storage.ts`.
 *
 * On disk everything is in DATA_DIR/uploads, and each public file is linked into the published folder as well: a hard
 * link is an ordinary file to whatever serves or copies that folder (a symbolic one would dangle there), takes no space,
 * and deleting the folder deletes nothing but the link. Where the file system cannot link, it is copied.
 */
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { codeOf } from '../../data/error-code.ts'
import { synced } from '../system/disk.ts'

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number }

type StoredObject = {
  size: number
  /** Its bytes. Throws when it has gone, or cannot be read now. */
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** Where visitors are sent for it; without one this process sends it. */
  address?: string
}

/** A file in storage; `changedAt` in Unix milliseconds. */
export type StoredFile = { name: string; size: number; changedAt: number }

/** Public files, and the originals of images, which no visitor gets at. */
export type StoredKind = 'published' | 'originals'
type StoredFiles = Record<StoredKind, StoredFile[]>

export type Storage = {
  /** Makes the finished file at `path` public under `name`, whole or not at all. The file is gone from `path` afterwards. */
  publish(name: string, path: string): Promise<void>
  /** Keeps the file at `path` where no visitor gets at it. The file is gone from `path` afterwards. */
  keepOriginal(name: string, path: string): Promise<void>
  /** A public file, or null. `name` must be a name that this product made: see `isUploadName`. */
  find(name: string): Promise<StoredObject | null>
  list(): Promise<StoredFiles>
  /** Removes a public file, or an original. Removing a missing file is no error. */
  remove(kind: StoredKind, name: string): Promise<void>
}

/** What was uploaded and is public, one file after the other with its bytes; not the compressed forms, which are for browsers. */
export async function* publicUploads(storage: Storage): AsyncGenerator<{ name: string; bytes: ReadableStream<Uint8Array> }> {
  for (const { name } of (await storage.list()).published) {
    const upload = /\.(br|gz)$/.test(name) ? null : await storage.find(name)
    if (upload) yield { name, bytes: await upload.read() }
  }
}

export type DiskStorage = Storage & {
  /** Where a file is, or would be. */
  pathOf(kind: StoredKind, name: string): string
}

/** Storage in DATA_DIR, with its folders made and every public file present in the published folder. */
export async function diskStorage(dataDir: string): Promise<DiskStorage> {
  const folders = { published: join(dataDir, 'uploads/public'), originals: join(dataDir, 'uploads/originals') }
  const www = join(dataDir, 'www/public-objects')
  await mkdir(folders.published, { recursive: true })
  await mkdir(folders.originals, { recursive: true, mode: 0o700 })
  await mkdir(www, { recursive: true })

  const show = (name: string) => linkOrCopy(join(folders.published, name), join(www, name))
  // In this order: another process may be publishing uploads, which are stored before they are linked.
  const shown = await readdir(www)
  const kept = new Set(await readdir(folders.published))
  // Removes links to uploads that were deleted meanwhile, and incomplete copies.
  for (const name of shown) if (!kept.has(name)) await rm(join(www, name), { force: true })
  for (const name of kept) await show(name)

  return {
    async publish(name, path) {
      // The web server of the published folder may run as another user.
      await settle(path, join(folders.published, name), 0o644)
      await mkdir(www, { recursive: true })
      await show(name)
    },
    keepOriginal: (name, path) => settle(path, join(folders.originals, name), 0o600),
    async find(name) {
      const path = join(folders.published, name)
      const found = await stat(path).catch(nullIfMissing)
      if (!found) return null
      return {
        size: found.size,
        read: async (range) => Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>,
      }
    },
    pathOf: (kind, name) => join(folders[kind], name),
    list: async () => ({ published: await filesIn(folders.published), originals: await filesIn(folders.originals) }),
    async remove(kind, name) {
      await rm(join(folders[kind], name), { force: true })
      if (kind === 'published') await rm(join(www, name), { force: true })
    },
  }
}

/** Moves a file within the file system so that, even after a power cut, it is there whole or not at all. */
async function settle(from: string, to: string, mode: number): Promise<void> {
  await synced(from, (file) => file.chmod(mode))
  await rename(from, to)
  await synced(join(to, '..'))
}

/** Makes `to` the same file as `from`, or a copy where the file system cannot link. An existing `to` stays as it is. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    await copyFile(from, `${to}.tmp`)
    await rename(`${to}.tmp`, to)
  }
}

async function filesIn(folder: string): Promise<StoredFile[]> {
  const files = (await readdir(folder)).map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return { name, size, changedAt: mtimeMs }
  })
  return Promise.all(files)
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
