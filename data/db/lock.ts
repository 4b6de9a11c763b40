/** Locks between processes. When a process ends, the operating system unlocks its files. */
import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isBusy } from './trouble.ts'

/** Keeps connections alive. Garbage collection of a connection would unlock its file. */
const openLocks = new Set<Database.Database>()

export function tryLock(file: string): (() => void) | null {
  closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    openLocks.add(db)
    return () => {
      openLocks.delete(db)
      db.close()
    }
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
}
