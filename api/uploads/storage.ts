import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { codeOf } from '../../data/error-code.ts'
import { synced } from '../system/disk.ts'

export type ByteRange = { start: number; end: number }

export type StoredObject = {
  size: number
  read(range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  address?: string
}

/** `changedAt` is in Unix milliseconds. */
export type StoredFile = { name: string; size: number; changedAt: number }

export type StoredKind = 'published' | 'originals'
type StoredFiles = Record<StoredKind, StoredFile[]>

export type Storage = {
  publish(name: string, path: string): Promise<void>
  keepOriginal(name: string, path: string): Promise<void>
  /** `name` must pass `isUploadName`. */
  find(name: string): Promise<StoredObject | null>
  list(): Promise<StoredFiles>
  remove(kind: StoredKind, name: string): Promise<void>
}

export async function* publicUploads(storage: Storage): AsyncGenerator<{ name: string; bytes: ReadableStream<Uint8Array> }> {
  for (const { name } of (await storage.list()).published) {
    const upload = /\.(br|gz)$/.test(name) ? null : await storage.find(name)
    if (upload) yield { name, bytes: await upload.read() }
  }
}

export type DiskStorage = Storage & {
  pathOf(kind: StoredKind, name: string): string
}

/** Public files are also in `www/public-objects`, as hard links, or as copies if the disk has no links. */
export async function diskStorage(dataDir: string): Promise<DiskStorage> {
  const folders = { published: join(dataDir, 'uploads/public'), originals: join(dataDir, 'uploads/originals') }
  const www = join(dataDir, 'www/public-objects')
  await mkdir(folders.published, { recursive: true })
  await mkdir(folders.originals, { recursive: true, mode: 0o700 })
  await mkdir(www, { recursive: true })

  const show = (name: string) => linkOrCopy(join(folders.published, name), join(www, name))
  // Reads `www` before the stored files. Another process that adds a file stores it before it links it in `www`.
  const publishedNames = await readdir(www)
  const storedNames = new Set(await readdir(folders.published))
  for (const name of publishedNames) if (!storedNames.has(name)) await rm(join(www, name), { force: true })
  for (const name of storedNames) await show(name)

  return {
    async publish(name, path) {
      await settle(path, join(folders.published, name), 0o644)
      await mkdir(www, { recursive: true })
      await show(name)
    },
    keepOriginal: (name, path) => settle(path, join(folders.originals, name), 0o600),
    async find(name) {
      const path = join(folders.published, name)
      const fileStat = await stat(path).catch(nullIfMissing)
      if (!fileStat) return null
      return {
        size: fileStat.size,
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

/** Moves a file so that, after a power cut, the file is complete or missing. */
async function settle(from: string, to: string, mode: number): Promise<void> {
  await synced(from, (file) => file.chmod(mode))
  await rename(from, to)
  await synced(join(to, '..'))
}

/** Copies if the disk has no hard links. An existing `to` stays. */
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
