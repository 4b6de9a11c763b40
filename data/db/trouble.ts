/** What can be wrong with a database that somebody has to look after, by the errors of SQLite and of the file system. */

export type Trouble = 'busy' | 'full' | 'read-only' | 'damaged' | 'missing'

const codes: readonly [Trouble, RegExp][] = [
  ['busy', /^SQLITE_(BUSY|LOCKED)/],
  ['full', /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/],
  ['read-only', /^(SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/],
  ['damaged', /^SQLITE_(CORRUPT|NOTADB|IOERR|PROTOCOL)/],
  ['missing', /^(SQLITE_CANTOPEN|ENOENT)/],
]

/** What an error says is wrong; null when it says something else. */
export function troubleOf(error: unknown): Trouble | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes.find(([, pattern]) => pattern.test(code))?.[0] ?? null
}

/** Whether another connection or process holds what was asked for. */
export const isBusy = (error: unknown): boolean => troubleOf(error) === 'busy'
