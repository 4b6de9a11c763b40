/**
 * npm run backup [-- CARPETA]: backs up database and uploads, while the server runs or not, and proves the copy. Without
 * a folder the backup goes to DATA_DIR/backups, from which those of more than 14 days are removed. The server runs this
 * every day; it shows the sentence on stdout, and logs what is on stderr.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { removeExpired } from '../api/backup/expire.ts'
import { backupsIn, futureBackups } from '../api/backup/folder.ts'
import { pageHasher } from '../api/backup/hash-pages.ts'
import { makeBackup } from '../api/backup/make.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { futureWarning } from '../api/backup/schedule.ts'
import { readConfig } from '../api/config.ts'
import { hasDatabase } from '../api/database.ts'
import { loadRender } from '../api/publishing/render.ts'
import { distDir } from '../api/system/root.ts'

const config = readConfig(process.env)
const given = process.argv[2]

try {
  // First, so that what is old goes also where no new one can be made.
  if (!given && hasDatabase(config.dataDir)) await removeExpired(config.dataDir)
  if (!hasDatabase(config.dataDir)) throw new BackupProblem(`no hay base de datos en ${config.dataDir}`)
  if (!existsSync(join(distDir, 'server'))) throw new BackupProblem('el sitio no está construido: npm run build')
  const hashPages = pageHasher(await loadRender(distDir), config)
  const into = given ? resolve(given) : await backupsIn(config.dataDir)
  const { folder, proof } = await makeBackup({ dataDir: config.dataDir, into, hashPages })
  const future = given ? [] : await futureBackups(config.dataDir)
  if (future.length > 0) console.log(futureWarning(future))
  const { registrations = 0 } = proof.rows
  const megabytes = (proof.database.bytes / 1e6).toFixed(1)
  console.log(`Respaldo verificado: ${folder}`)
  console.log(
    `  ${registrations} registros, ${Object.keys(proof.uploads).length} archivos subidos, base de datos de ${megabytes} MB`,
  )
} catch (error) {
  console.log(error instanceof BackupProblem ? error.message : 'ocurrió un error inesperado')
  if (!(error instanceof BackupProblem)) console.error(error)
  process.exitCode = 1
}
