/** The code of an error of Node or SQLite ('ENOSPC', 'SQLITE_BUSY'); empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
