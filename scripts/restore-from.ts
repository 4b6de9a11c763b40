import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { erasuresName } from '../api/backup/erasures.ts'
import { daysKept } from '../api/backup/expire.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { restoreBackup } from '../api/backup/restore.ts'
import { fetchBackup, fetchErasures, storedBackups } from '../api/backup/stored.ts'
import { noteStoredNames } from '../api/backup/stored-mark.ts'
import type { Config } from '../api/config.ts'
import { openStorage } from '../api/uploads/open-storage.ts'
import { otherReplicas, restoreReplica } from './litestream.ts'

/** `source` is a path, `s3[/NAME]` or `replica[/NUMBER]`. Throws BackupProblem before anything changes. */
export async function restoreFrom(config: Config, source: string): Promise<void> {
  const downloads = join(config.dataDir, 'fetched')
  try {
    const [, where, name = null] = /^(?:(replica(?=$|\/\d+$)|s3)(?:\/(.+))?)$/.exec(source) ?? []
    const from = where ? await fetchFromStore(config, downloads, where === 'replica', name) : resolve(source)
    const { aside, uploads, erased } = await restoreBackup({ dataDir: config.dataDir, from })
    console.log(`Respaldo restaurado. Archivos subidos que faltaban: ${uploads}. Todas las sesiones terminaron.`)
    const { registrations, users } = erased
    if (registrations + users > 0) console.log(`Eliminados de nuevo: ${registrations} registros, ${users} usuarios.`)
    if (aside) console.log(`Lo que había está en ${aside} (se elimina a los ${daysKept} días)`)
  } finally {
    await rm(downloads, { recursive: true, force: true })
  }
}

/** Downloads a backup, and the erasures that happened after the backup. */
async function fetchFromStore(config: Config, downloads: string, isReplica: boolean, name: string | null): Promise<string> {
  const { store } = await openStorage(config, pino({ level: 'silent' }))
  if (!store || !config.store) throw new BackupProblem('para restaurar del almacén configura S3_ENDPOINT y las demás variables')
  await rm(downloads, { recursive: true, force: true })
  await mkdir(downloads, { recursive: true, mode: 0o700 })
  await writeFile(join(downloads, erasuresName), await fetchErasures(store.bucket), { mode: 0o600 })
  if (isReplica) {
    const file = join(downloads, 'replica.db')
    const { epoch, others } = await restoreReplica(config, config.store, store.bucket, file, name === null ? null : Number(name))
    console.log(`Réplica ${epoch}${otherReplicas(others)}`)
    return file
  }
  const { folder, missing } = await fetchBackup(store.bucket, downloads, name)
  await noteStoredNames(config.dataDir, await storedBackups(store.bucket))
  if (missing.length > 0) console.error(`Faltan en el almacén ${missing.length} archivos subidos:\n  ${missing.join('\n  ')}`)
  return folder
}
