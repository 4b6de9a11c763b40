import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/prepared.ts'
import { firstDamage, type Trouble, troubleOf } from '../db/trouble.ts'
import { insertRegistrationSql, rowOf } from './new-registrations.ts'

/** Larger databases are not checked, because 512 pages (2 MB) already take about 10 ms. */
const fullCheckPages = 512

/** Opens a new connection, because the open one may have cached pages that are damaged on the disk. */
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
    inTransaction(db, () => {
      db.exec('SAVEPOINT trial')
      const email = `${crypto.randomUUID()}@invalid`
      const at = new Date().toISOString()
      const row = rowOf({ fields: { name: 'probe', email }, at, idempotencyKey: null, marketingText: '' })
      db.prepare(insertRegistrationSql).run({ ...row, status: 'cancelled', waitingNumber: null })
      db.exec('ROLLBACK TO trial; RELEASE trial')
      db.exec(
        "INSERT INTO limits (key, points, expire) VALUES ('ready', 0, 0) ON CONFLICT (key) DO UPDATE SET points = points + 1",
      )
    })
    if (Number(db.pragma('page_count', { simple: true })) > fullCheckPages) return null
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
