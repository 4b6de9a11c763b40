import { codeOf } from '../../data/error-code.ts'
import { BrokenPage } from './pages.ts'

const diskFull = 'el disco del servidor está lleno'
const forbidden = 'el servidor no tiene permiso para escribir la página en su disco'
const noDatabase = 'la base de datos no está disponible en este momento'

const byCode = new Map([
  ['ENOSPC', diskFull],
  ['EDQUOT', diskFull],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EROFS', forbidden],
])

/** Why publishing failed, in words for the panel, to follow a colon. The technical details are for the log. */
export function publishProblem(error: unknown): string {
  if (error instanceof BrokenPage) return error.message
  const code = codeOf(error)
  if (code.startsWith('SQLITE_')) return noDatabase
  const known = byCode.get(code)
  if (known) return known
  // The file system's codes are short words in capitals; errors of rendering have none, or one that starts with ERR_.
  return /^E[A-Z0-9]+$/.test(code)
    ? 'el servidor no pudo escribir la página en su disco'
    : 'la página no se pudo generar con el contenido guardado'
}
