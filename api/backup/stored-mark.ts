import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../system/json-file.ts'
import { backupsIn } from './folder.ts'

const markIn = (folder: string) => join(folder, 'in-store')

export const isStored = (folder: string): boolean => existsSync(markIn(folder))

export const markStored = (folder: string): Promise<void> => writeFile(markIn(folder), '', { mode: 0o600 })

const namesFile = 'in-store.json'

export async function noteStoredNames(dataDir: string, names: readonly string[]): Promise<void> {
  await writeFile(join(await backupsIn(dataDir), namesFile), JSON.stringify(names), { mode: 0o600 })
}

export const storedNames = (dataDir: string): string[] => readJson(join(dataDir, 'backups', namesFile), z.array(z.string())) ?? []
