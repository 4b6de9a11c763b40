import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { type Db, databaseName, emptyDb, openDb } from '../../data/db/db.ts'
import { addRegistration, someEdit, temporaryDir } from '../../data/testing.ts'
import { addUser, wholePage } from '../testing.ts'
import { pageHasher } from './hash-pages.ts'
import { makeBackup } from './make.ts'

export const hashPages = pageHasher(
  async (path, data) => {
    const page = await wholePage(path, data)
    return path.endsWith('.ics') || path.includes('.') ? { ...page, type: 'text/plain' } : page
  },
  { publicOrigin: 'https://conferencia.gt', timeZone: 'America/Guatemala', mail: null },
)

export const upload = 'public/0f0e6d5c-1111-4222-8333-444455556666.webp'

/** Creates a DATA_DIR with a title, a registration, a signed-in user and an upload. The database stays open. */
export async function filledDataDir(title = 'La conferencia'): Promise<{ dataDir: string; db: Db }> {
  const dataDir = temporaryDir()
  writeFileSync(join(dataDir, databaseName), emptyDb())
  const db = openDb(join(dataDir, databaseName))
  onTestFinished(() => void db.close())
  saveSection(db, 'hero', { title }, someEdit)
  addRegistration(db)
  const { id } = await addUser(db, { email: 'ana@conferencia.gt' })
  db.prepare("INSERT INTO sessions (id, user_id, expires_at, created_at) VALUES ('abc', ?, 4102444800, 0)").run(id)
  for (const kind of ['public', 'originals']) mkdirSync(join(dataDir, 'uploads', kind), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', upload), 'a picture')
  return { dataDir, db }
}

export async function backUp(dataDir: string): Promise<string> {
  const { folder } = await makeBackup({ dataDir, into: join(temporaryDir(), 'elsewhere'), hashPages })
  return folder
}

export function damageFile(path: string, offset: number): void {
  const bytes = readFileSync(path)
  bytes[offset] = (bytes[offset] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
}
