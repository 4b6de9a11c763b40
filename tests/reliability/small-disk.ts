/** Disks of a few megabytes, in memory. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a disk of `megabytes`. Returns null if this user may not mount. */
export function smallDisk(megabytes = 24): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'conferencia-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]).status === 0) return disk
  rmSync(disk, { recursive: true })
  return null
}

export function removeDisk(path: string): void {
  spawnSync('umount', ['-l', path])
  rmSync(path, { recursive: true, force: true })
}

/** Fills the disk until `left` bytes are free. */
export function fill(path: string, left = 0): { free(): void } {
  const filler = join(path, 'filler')
  const file = openSync(filler, 'w')
  const room = () => statfsSync(path).bavail * statfsSync(path).bsize - left
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      while (left === 0 || room() >= size) writeSync(file, Buffer.alloc(size))
    } catch {
      // The disk has no space for another piece of this size.
    }
  }
  closeSync(file)
  return { free: () => rmSync(filler) }
}
