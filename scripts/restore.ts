/**
 * npm run restore -- RUTA: restores a backup (its folder, or a database file alone) to DATA_DIR, with the server stopped.
 * The previous database is kept beside it.
 */
import { resolve } from 'node:path'
import { BackupProblem } from '../api/backup/proof.ts'
import { restoreBackup } from '../api/backup/restore.ts'
import { readConfig } from '../api/config.ts'

const given = process.argv[2]
if (!given) {
  console.error('Uso: npm run restore -- RUTA   (la carpeta de un respaldo, o un archivo de base de datos)')
  process.exit(1)
}

try {
  const { aside, uploads, erased } = await restoreBackup({ dataDir: readConfig(process.env).dataDir, from: resolve(given) })
  console.log(`Respaldo restaurado. Archivos subidos que faltaban: ${uploads}. Todas las sesiones terminaron.`)
  const { registrations, users } = erased
  if (registrations + users > 0) console.log(`Eliminados de nuevo: ${registrations} registros, ${users} usuarios.`)
  if (aside) console.log(`Lo que había está en ${aside} (se elimina a los 14 días)`)
} catch (error) {
  if (!(error instanceof BackupProblem)) throw error
  console.error(`No se restauró nada: ${error.message}.`)
  process.exitCode = 1
}
