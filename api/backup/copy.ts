/** The two halves of a backup: the database and the uploads. */
import { closeSync, existsSync, openSync } from 'node:fs'
import { lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openAtOneMoment, rowCounts, schemaVersion } from '../../data/db/snapshot.ts'
import { linkOrCopy } from '../uploads/storage.ts'
import { type HashPages, hashFile, isUploadPath, type Proof } from './proof.ts'

/** More pages than any database has: copied in one step, because a write between two steps starts the copy over. */
const allPages = 0x7fffffff

/** Copies a database that may be in use, and returns what was in it at that moment. */
export async function copyDatabase(
  file: string,
  copy: string,
  hashPages: HashPages | null,
): Promise<Omit<Proof, 'takenAt' | 'uploads'>> {
  const db = openAtOneMoment(file)
  try {
    const rows = rowCounts(db)
    const pages = hashPages ? await hashPages(db) : null
    closeSync(openSync(copy, 'wx', 0o600))
    await db.backup(copy, { progress: () => allPages })
    const { size } = await stat(copy)
    return { schema: schemaVersion(db), database: { bytes: size, sha256: await hashFile(copy) }, rows, pages }
  } finally {
    db.close()
  }
}

/**
 * Links the uploads in `from` into `to` and returns their sizes in bytes, by name. Uploaded files never change under
 * their name, so a hard link is as good as a copy and takes no space.
 */
export async function copyUploads(from: string, to: string): Promise<Proof['uploads']> {
  const sizes: Proof['uploads'] = {}
  for (const kind of ['public', 'originals']) {
    await mkdir(join(to, kind), { recursive: true, mode: 0o700 })
    // Before the first server start there may be no folder yet.
    const names = existsSync(join(from, kind)) ? await readdir(join(from, kind)) : []
    for (const name of names) {
      // What somebody else put there, a link above all, is no upload.
      const found = await lstat(join(from, kind, name))
      if (!found.isFile() || !isUploadPath(`${kind}/${name}`)) continue
      await linkOrCopy(join(from, kind, name), join(to, kind, name))
      sizes[`${kind}/${name}`] = found.size
    }
  }
  return sizes
}
