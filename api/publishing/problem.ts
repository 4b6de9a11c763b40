import { codeOf } from '../../data/error-code.ts'
import { BrokenPage } from './pages.ts'

const diskFull = 'el disco del servidor está lleno'
const forbidden = 'el servidor no tiene permiso para escribir la página en su disco'

const problemsByCode: Record<string, string> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
}

export function publishProblem(error: unknown): string {
  if (error instanceof BrokenPage) return error.message
  const code = codeOf(error)
  if (code.startsWith('SQLITE_')) return 'la base de datos no está disponible en este momento'
  // Codes of disk errors have no underscore, unlike rendering errors such as ERR_….
  const isOfDisk = /^E[A-Z0-9]+$/.test(code)
  const otherProblem = isOfDisk
    ? 'el servidor no pudo escribir la página en su disco'
    : 'la página no se pudo generar con el contenido guardado'
  return problemsByCode[code] ?? otherProblem
}
