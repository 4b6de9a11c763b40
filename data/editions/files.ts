import type { Db } from '../db/db.ts'
import { inTransaction, prepared, readValues } from '../db/prepared.ts'

export type EditionFile = {
  name: string
  type: string
  hash: string
  body: Uint8Array
  br?: Uint8Array | null
  gzip?: Uint8Array | null
  csp?: string | null
}

const maxPartBytes = 500_000

/** Stores files from index `start` on, about `maxPartBytes` in total. Returns the index of the first file that is not stored yet. */
export function storeFiles(db: Db, year: string, files: readonly EditionFile[], start: number): number {
  const insert = db.prepare(
    `INSERT INTO editionFiles (year, name, type, hash, body, br, gzip, csp)
     VALUES (@year, @name, @type, @hash, @body, @br, @gzip, @csp)`,
  )
  return inTransaction(db, () => {
    let [end, bytes] = [start, 0]
    for (; end < files.length && bytes < maxPartBytes; end++) {
      const { br = null, gzip = null, csp = null, ...file } = files[end] as EditionFile
      insert.run({ ...file, year, br, gzip, csp })
      bytes += file.body.byteLength + (br?.byteLength ?? 0) + (gzip?.byteLength ?? 0)
    }
    return end
  })
}

export function removeFiles(db: Db, year: string): boolean {
  return inTransaction(db, () => {
    const sizes = db.prepare<[string], { name: string; bytes: number }>(
      `SELECT name, length(body) + coalesce(length(br), 0) + coalesce(length(gzip), 0) AS bytes FROM editionFiles
         WHERE year = ? LIMIT 100`,
    )
    const remove = db.prepare('DELETE FROM editionFiles WHERE year = ? AND name = ?')
    const files = sizes.all(year)
    let removedBytes = 0
    for (const { name, bytes } of files) {
      if (removedBytes >= maxPartBytes) break
      remove.run(year, name)
      removedBytes += bytes
    }
    return files.length > 0
  })
}

export function readFile(db: Db, year: string, name: string): EditionFile | null {
  const file = prepared<EditionFile>(
    db,
    `SELECT editionFiles.name, type, hash, body, br, gzip, csp FROM editionFiles
     JOIN editions USING (year) WHERE year = ? AND editionFiles.name = ? AND undoneAt IS NULL`,
  ).get(year, name)
  return file ?? null
}

export function* eachFile(db: Db, year: string): Generator<EditionFile> {
  const names = "SELECT name FROM editionFiles WHERE year = ? ORDER BY name LIKE '%.html', name"
  for (const name of readValues<string>(db, names, year)) {
    const file = readFile(db, year, name)
    if (file) yield file
  }
}

/** An address that several editions have maps to the newest year. */
export function addressesInEditions(db: Db, limit: number): Map<string, string> {
  const rows = prepared<{ address: string; year: string }>(
    db,
    `SELECT '/' || substr(editionFiles.name, 1, length(editionFiles.name) - length('/index.html')) AS address, year
       FROM editionFiles JOIN editions USING (year)
       WHERE undoneAt IS NULL AND (editionFiles.name GLOB 'charlas/*/index.html' OR editionFiles.name GLOB 'speakers/*/index.html')
       ORDER BY finishedAt DESC, editionFiles.name LIMIT ?`,
  ).all(limit)
  return new Map(rows.reverse().map(({ address, year }) => [address, year]))
}
