/**
 * npm run restore -- RUTA: restores a backup (its folder, or a database file alone) to DATA_DIR, with the server stopped.
 * The previous database is kept beside it. `s3` for a path is the newest backup in the object store, `s3/NOMBRE` that one;
 * `replica` is what Litestream copied there, to the last second.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { erasuresName } from '../api/backup/erasures.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { restoreBackup } from '../api/backup/restore.ts'
import { noteStoredNames } from '../api/backup/stored-mark.ts'
import { readConfig } from '../api/config.ts'
import { openStorage } from '../api/uploads/open-storage.ts'

const given = process.argv[2]
if (!given) {
  console.error(
    'Uso: npm run restore -- RUTA   (la carpeta de un respaldo, o un archivo de base de datos; s3: el último respaldo del almacén; replica: la réplica)',
  )
  process.exit(1)
}

const config = readConfig(process.env)
const { dataDir } = config
const fetched = join(dataDir, 'fetched')

/** Brings a backup from the object store, with the erasures beside it, into a folder of this machine. */
async function fetchFromStore(name: string | null): Promise<string> {
  const { store } = await openStorage(config, pino({ level: 'silent' }))
  if (!store || !config.store) throw new BackupProblem('para restaurar del almacén configura S3_ENDPOINT y las demás variables')
  const { fetchBackup, fetchErasures, storedBackups } = await import('../api/backup/stored.ts')
  await rm(fetched, { recursive: true, force: true })
  await mkdir(fetched, { recursive: true, mode: 0o700 })
  await writeFile(join(fetched, erasuresName), await fetchErasures(store.bucket), { mode: 0o600 })
  if (given === 'replica') {
    const { restoreReplica } = await import('./litestream.ts')
    const file = join(fetched, 'replica.db')
    const problem = await restoreReplica(config, config.store, store.bucket, file)
    if (problem) throw new BackupProblem(problem)
    return file
  }
  const { folder, missing } = await fetchBackup(store.bucket, fetched, name)
  await noteStoredNames(dataDir, await storedBackups(store.bucket))
  if (missing.length > 0) console.error(`Faltan en el almacén ${missing.length} archivos subidos:\n  ${missing.join('\n  ')}`)
  return folder
}

try {
  const [isStored, name] = /^(?:replica|s3(?:\/(.+))?)$/.exec(given) ?? []
  const from = isStored ? await fetchFromStore(name ?? null) : resolve(given)
  const { aside, uploads, erased } = await restoreBackup({ dataDir, from })
  if (config.store) (await import('../api/store/lease.ts')).takeOverNext(dataDir)
  console.log(`Respaldo restaurado. Archivos subidos que faltaban: ${uploads}. Todas las sesiones terminaron.`)
  const { registrations, users } = erased
  if (registrations + users > 0) console.log(`Eliminados de nuevo: ${registrations} registros, ${users} usuarios.`)
  if (aside) console.log(`Lo que había está en ${aside} (se elimina a los 14 días)`)
} catch (error) {
  if (!(error instanceof BackupProblem)) throw error
  console.error(`No se restauró nada: ${error.message}.`)
  process.exitCode = 1
} finally {
  await rm(fetched, { recursive: true, force: true })
}
