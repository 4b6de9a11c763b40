/** Writing that survives a power cut, and the free space that has to remain. */
import { closeSync, fsync, openSync, statfsSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { othersFirst, settled } from './timing.ts'

const sync = promisify(fsync)

/** A file to write. */
type Written = { path: string; body: string | Uint8Array }

/**
 * Writes small files that are on the disk, even after a power cut, when this resolves. `flags` and `mode` as `open` takes them. Only
 * the sync is waited for: to open and to write takes less time than to ask a thread for it. All are written before the first is synced, for
 * while the disk syncs one it makes the next wait; where they are many, others have their turn in between.
 */
export async function writeSynced(
  files: readonly Written[],
  { flags, mode }: { flags: 'w' | 'wx'; mode: number },
): Promise<void> {
  const opened: number[] = []
  try {
    for (const { path, body } of files) {
      await othersFirst()
      const file = openSync(path, flags, mode)
      opened.push(file)
      writeFileSync(file, body)
    }
    await settled(opened.map((file) => sync(file)))
  } finally {
    for (const file of opened) closeSync(file)
  }
}

/** Syncs a file, after a `change` to it, or a folder's entries to the disk. */
export async function synced(path: string, change: (file: FileHandle) => Promise<void> = async () => {}): Promise<void> {
  await withSync(await open(path), change)
}

async function withSync(file: FileHandle, change: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await change(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Bytes of disk that uploads and backups leave to the database. */
const reserve = 32 * 1024 * 1024

/** Whether `bytes` can be written to `folder` with enough space left for the database. */
export async function hasSpaceFor(bytes: number, folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes + reserve
}

/**
 * Bytes that registrations leave free, so that organisers can still save and publish: a revision, and every page twice with
 * its compressed forms, while one is swapped for the other.
 */
const roomToPublish = 8 * 1024 * 1024

/** Whether the disk of `folder` has more than publishing needs. Takes microseconds: it is asked for each registration. */
export const hasRoomToPublish = (folder: string): boolean => freeBytes(folder) >= roomToPublish

/** Bytes that phones at the door leave free: they keep what they saw, and visitors who register cannot. */
const roomToRegister = 2 * roomToPublish

/** Whether the disk of `folder` has more than registrations and publishing need. As quick as `hasRoomToPublish`. */
export const hasRoomToRegister = (folder: string): boolean => freeBytes(folder) >= roomToRegister

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
