import type { Database } from 'better-sqlite3'
import { codeOf } from '../error-code.ts'

export type Trouble = 'busy' | 'full' | 'read-only' | 'damaged' | 'missing' | 'no-folder'

export const troubleMessages: Record<Trouble, string> = {
  busy: 'La base de datos está bloqueada por otro proceso.',
  full: 'El disco del servidor está lleno.',
  'read-only': 'La base de datos es de solo lectura: no se puede escribir en su archivo o en su disco.',
  damaged: 'La base de datos está dañada, o su disco falla.',
  missing: 'El archivo de la base de datos ya no está en su lugar.',
  'no-folder': 'Donde estaba la carpeta de los datos hay un archivo.',
}

/** Printed after a colon if the server cannot start. */
export const troubleAtStart: Record<Trouble, string> = {
  busy: 'otro proceso tiene bloqueada la base de datos',
  full: 'el disco está lleno; libera espacio y vuelve a iniciar',
  'read-only': 'no se puede escribir; el disco o el archivo es de solo lectura, o es de otro usuario',
  damaged: 'la base de datos está dañada; restaura un respaldo con npm run restore -- RUTA (docs/backups.md)',
  missing: 'no se puede abrir; revisa los permisos de la carpeta',
  'no-folder': 'no es una carpeta, o no se puede hacer ahí una',
}

const codes: readonly [Trouble, RegExp][] = [
  ['busy', /^SQLITE_(BUSY|LOCKED)/],
  ['full', /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/],
  ['read-only', /^(SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/],
  ['damaged', /^SQLITE_(CORRUPT|NOTADB|IOERR|PROTOCOL)/],
  ['missing', /^(SQLITE_CANTOPEN|ENOENT)/],
  ['no-folder', /^(ENOTDIR|EEXIST)/],
]

export function troubleOf(error: unknown): Trouble | null {
  const code = codeOf(error)
  return codes.find(([, pattern]) => pattern.test(code))?.[0] ?? null
}

export function firstDamage(db: Database): string | null {
  const result = db.pragma('quick_check(1)', { simple: true })
  return result === 'ok' ? null : String(result)
}

export const isBusy = (error: unknown): boolean => troubleOf(error) === 'busy'
