import { closeSync, existsSync, openSync } from 'node:fs'
import { lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openAtOneMoment, rowCounts, schemaVersion } from '../../data/db/snapshot.ts'
import { linkOrCopy } from '../uploads/storage.ts'
import { type HashPages, hashFile, isUploadPath, type Proof } from './proof.ts'

/** Copies all pages in one step. In smaller steps, each write would restart the copy. */
const allPages = 0x7fffffff

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

/** Makes hard links if possible. They are enough, because uploads never change. */
export async function copyUploads(from: string, to: string): Promise<Proof['uploads']> {
  const sizes: Proof['uploads'] = {}
  for (const kind of ['public', 'originals']) {
    await mkdir(join(to, kind), { recursive: true, mode: 0o700 })
    const names = existsSync(join(from, kind)) ? await readdir(join(from, kind)) : []
    for (const name of names) {
      const file = await lstat(join(from, kind, name))
      if (!file.isFile() || !isUploadPath(`${kind}/${name}`)) continue
      await linkOrCopy(join(from, kind, name), join(to, kind, name))
      sizes[`${kind}/${name}`] = file.size
    }
  }
  return sizes
}
