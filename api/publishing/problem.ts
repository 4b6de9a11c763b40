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

/** Spanish reason for the panel, written to follow a colon. */
export function publishProblem(error: unknown): string {
  if (error instanceof BrokenPage) return error.message
  const code = codeOf(error)
  if (code.startsWith('SQLITE_')) return noDatabase
  const known = byCode.get(code)
  if (known) return known
  // File system codes are short capitals. Rendering errors have no code, or start with ERR_.
  return /^E[A-Z0-9]+$/.test(code)
    ? 'el servidor no pudo escribir la página en su disco'
    : 'la página no se pudo generar con el contenido guardado'
}
