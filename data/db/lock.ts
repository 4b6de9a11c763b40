/** A lock that the operating system holds for a process, and lets go when the process ends in whatever way. */
import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isBusy } from './trouble.ts'

/** Connections that nothing refers to are closed by the garbage collector, and their locks with them. */
const held = new Set<Database.Database>()

/**
 * Takes the lock at `file`, which is made when it is not there; returns a function that gives it back. Null while another
 * process has it. SQLite's own lock on an empty database: nothing is written, and a killed process leaves none behind.
 */
export function tryLock(file: string): (() => void) | null {
  closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    held.add(db)
    return () => {
      held.delete(db)
      db.close()
    }
  } catch (error) {
    db.close()
    if (isBusy(error)) return null
    throw error
  }
}
