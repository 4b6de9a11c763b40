import { closeSync, fsync, openSync, statfsSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { othersFirst, settled } from './timing.ts'

const sync = promisify(fsync)

type Written = { path: string; body: string | Uint8Array }

/**
 * Writes small files and resolves when they survive a power cut. Only the sync is asynchronous, because opening and writing is
 * faster than a thread. All are written before the first sync, which would delay further writes.
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

/** Syncs a file, after `change`, or the entries of a folder. */
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

/** Uploads and backups leave this much space for the database. */
const reserveBytes = 32 * 1024 * 1024

/** Returns whether `bytes` fit into `folder` with space left for the database. */
export async function hasSpaceFor(bytes: number, folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes + reserveBytes
}

/** Registrations leave this much space for a revision and for every page twice while a publish swaps them. */
const publishReserveBytes = 8 * 1024 * 1024

/** Returns whether there is space to publish. Takes microseconds, because each registration calls it. */
export const hasRoomToPublish = (folder: string): boolean => freeBytes(folder) >= publishReserveBytes

/**
 * Arrivals leave this much space for registrations, because phones can keep arrivals and visitors cannot keep registrations.
 */
const registerReserveBytes = 2 * publishReserveBytes

/** Returns whether there is space for registrations and publishing. */
export const hasRoomToRegister = (folder: string): boolean => freeBytes(folder) >= registerReserveBytes

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
