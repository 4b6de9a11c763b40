import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/prepared.ts'
import { changesBetween } from './changes.ts'
import type { Difference } from './history.ts'
import { readKey } from './revisions.ts'
import { type ContentKey, contentKeys } from './schema.ts'
import { readForEdit } from './sections.ts'

export function dryRun<T>(db: Db, timeZone: string, change: () => T): { result: T; differences: Difference[] } {
  let outcome: { result: T; differences: Difference[] } | undefined
  const rollback = new Error('undone')
  const read = () =>
    new Map<ContentKey, unknown>(
      contentKeys.map((key) => [key, key === 'event' ? readForEdit(db, key, timeZone).value : readKey(db, key).value]),
    )
  try {
    inTransaction(db, () => {
      const before = read()
      const result = change()
      const differences = [...read()].flatMap(([section, value]) => {
        const now = before.get(section)
        return isDeepStrictEqual(now, value) ? [] : [{ section, changes: changesBetween(section, now, value), value }]
      })
      outcome = { result, differences }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback || !outcome) throw error
  }
  if (!outcome) throw rollback
  return outcome
}
