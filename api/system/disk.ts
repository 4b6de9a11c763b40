import { closeSync, fsync, openSync, statfsSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { allSettledOrThrow, othersFirst } from './timing.ts'

const sync = promisify(fsync)

type Written = { path: string; body: string | Uint8Array }

/** The files survive a power cut after this function has returned. */
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
    await allSettledOrThrow(opened.map((file) => sync(file)))
  } finally {
    for (const file of opened) closeSync(file)
  }
}

export async function synced(path: string, change: (file: FileHandle) => Promise<void> = async () => {}): Promise<void> {
  const file = await open(path)
  try {
    await change(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

const reserveBytes = 32 * 1024 * 1024

export async function hasSpaceFor(bytes: number, folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes + reserveBytes
}

/** Room for a revision and for two copies of each page. */
const publishReserveBytes = 8 * 1024 * 1024

export const hasRoomToPublish = (folder: string): boolean => freeBytes(folder) >= publishReserveBytes

/** When space runs out, arrivals are refused before registrations, because phones keep arrivals and send them again. */
const arrivalReserveBytes = 2 * publishReserveBytes

export const hasRoomForArrivals = (folder: string): boolean => freeBytes(folder) >= arrivalReserveBytes

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
