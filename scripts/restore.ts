/** `npm run restore -- RUTA` takes a backup folder, database file, `s3[/NOMBRE]` or `replica[/2]`. The server must be stopped. */
import { BackupProblem } from '../api/backup/proof.ts'
import { readConfig } from '../api/config.ts'
import { actAsOwner } from '../api/system/as-owner.ts'
import { endOnProblems } from '../api/system/log.ts'
import { restoreFrom } from './restore-from.ts'

const source = process.argv[2]
if (!source) {
  console.error(
    'Uso: npm run restore -- RUTA   (la carpeta de un respaldo, o un archivo de base de datos; s3: el último respaldo del almacén; replica: la réplica)',
  )
  process.exit(1)
}

endOnProblems()
const config = readConfig(process.env)
const { dataDir } = config
actAsOwner(dataDir)
try {
  await restoreFrom(config, source)
  if (config.store) (await import('../api/store/lease.ts')).takeOverAtNextStart(dataDir)
} catch (error) {
  if (!(error instanceof BackupProblem)) throw error
  console.error(`No se restauró nada: ${error.message}.`)
  process.exitCode = 1
}
