/** Whether a registration could be stored now, found out by storing. */
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Db } from '../db/db.ts'
import { firstDamage, type Trouble, troubleOf } from '../db/trouble.ts'
import { insertSql, rowOf } from './new-registrations.ts'

/** Pages of a database that are all read each time: two megabytes, in some ten milliseconds. Of larger ones some are. */
const allPages = 512

/**
 * Returns a function that says why no registration can be stored, or null. It looks through a connection of its own, which
 * remembers nothing of the file: what the open one has in memory may be damaged, moved or taken away on the disk. It stores
 * a made-up registration, undoes that, and commits a counter, so that the log has to grow.
 */
export function storingProbe(db: Db): () => Trouble | null {
  const inode = db.memory ? 0 : statSync(db.name).ino
  return () => {
    if (db.memory) return attempt(db)
    if (statSync(db.name, { throwIfNoEntry: false })?.ino !== inode) return 'missing'
    let fresh: Db | undefined
    try {
      fresh = new Database(db.name, { fileMustExist: true, timeout: 0 })
      return attempt(fresh)
    } catch (error) {
      return knownTrouble(error)
    } finally {
      fresh?.close()
    }
  }
}

function attempt(db: Db): Trouble | null {
  try {
    db.transaction(() => {
      db.exec('SAVEPOINT trial')
      // A random e-mail and id: other pages of the tables are read each time.
      const email = `${crypto.randomUUID()}@invalid`
      const at = new Date().toISOString()
      const row = rowOf({ fields: { name: 'probe', email }, at, idempotencyKey: null, marketingText: '' })
      // Past what decides who is taken: a conference that is full or closed can store all the same.
      db.prepare(insertSql).run({ ...row, status: 'cancelled', waitingNumber: null })
      db.exec('ROLLBACK TO trial; RELEASE trial')
      db.exec(
        "INSERT INTO limits (key, points, expire) VALUES ('ready', 0, 0) ON CONFLICT (key) DO UPDATE SET points = points + 1",
      )
    }).immediate()
    if (Number(db.pragma('page_count', { simple: true })) > allPages) return null
    return firstDamage(db) === null ? null : 'damaged'
  } catch (error) {
    return knownTrouble(error)
  }
}

function knownTrouble(error: unknown): Trouble {
  const trouble = troubleOf(error)
  if (!trouble) throw error
  return trouble
}
