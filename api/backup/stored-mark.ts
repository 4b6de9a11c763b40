/** What this machine knows of the backups in an object store, without asking it. */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { backupsIn } from './folder.ts'

/** In a backup's folder: it is in the object store too. */
const markIn = (folder: string) => join(folder, 'in-store')

/** Whether the backup in this folder has been put into the object store. */
export const isStored = (folder: string): boolean => existsSync(markIn(folder))

/** Notes that it has been. */
export const markStored = (folder: string): Promise<void> => writeFile(markIn(folder), '', { mode: 0o600 })

const namesFile = 'in-store.json'

/** Notes which backups are in the store, of other machines too. */
export async function noteStoredNames(dataDir: string, names: readonly string[]): Promise<void> {
  await writeFile(join(await backupsIn(dataDir), namesFile), JSON.stringify(names), { mode: 0o600 })
}

/** The backups that were in the store when that was noted last. */
export function storedNames(dataDir: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(dataDir, 'backups', namesFile), 'utf8')))
  } catch {
    return []
  }
}
