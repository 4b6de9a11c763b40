import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** In a backup's folder: it is in the object store too. */
const markIn = (folder: string) => join(folder, 'in-store')

/** Whether the backup in this folder has been put into the object store. */
export const isStored = (folder: string): boolean => existsSync(markIn(folder))

/** Notes that it has been. */
export const markStored = (folder: string): Promise<void> => writeFile(markIn(folder), '', { mode: 0o600 })
