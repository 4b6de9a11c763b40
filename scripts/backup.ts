/** `npm run backup [-- CARPETA]` prints a sentence on stdout, and its log on stderr. With --due, makes at most one backup a day. */
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pino } from 'pino'
import { erasuresName } from '../api/backup/erasures.ts'
import { removeExpired } from '../api/backup/expire.ts'
import { backupsIn, futureBackups, lastBackup } from '../api/backup/folder.ts'
import { pageHasher } from '../api/backup/hash-pages.ts'
import { makeBackup } from '../api/backup/make.ts'
import { BackupProblem } from '../api/backup/proof.ts'
import { backupEveryMs, damageWarning, exitCodeWithWarning, futureWarning } from '../api/backup/schedule.ts'
import { noteStoredNames } from '../api/backup/stored-mark.ts'
import { readConfig } from '../api/config.ts'
import { hasDatabase } from '../api/database.ts'
import { loadRender } from '../api/publishing/render.ts'
import { actAsOwner } from '../api/system/as-owner.ts'
import { endOnProblems } from '../api/system/log.ts'
import { distDir } from '../api/system/root.ts'
import { type OpenStorage, openStorage } from '../api/uploads/open-storage.ts'
import { uploadSizes } from '../api/uploads/paths.ts'
import type { Storage } from '../api/uploads/storage.ts'
import { codeOf } from '../data/error-code.ts'

endOnProblems()
const config = readConfig(process.env)
actAsOwner(config.dataDir)
const isDue = process.argv[2] === '--due'
const requestedFolder = isDue ? undefined : process.argv[2]
let isMade = false

try {
  // Runs before the backup, so that old backups expire even if the new one fails.
  const stuck = !requestedFolder && hasDatabase(config.dataDir) ? await removeExpired(config.dataDir) : []
  if (!hasDatabase(config.dataDir)) throw new BackupProblem(`no hay base de datos en ${config.dataDir}`)
  if (!existsSync(join(distDir, 'server'))) throw new BackupProblem('el sitio no está construido: npm run build')
  const hashPages = pageHasher(await loadRender(distDir), config)
  const into = requestedFolder ? resolve(requestedFolder) : await backupsIn(config.dataDir)
  const { store, storage } = await openStorage(config, pino({ level: 'silent' }))
  const newest = isDue ? await lastBackup(config.dataDir) : null
  const isOfToday = newest && Date.now() - Date.parse(newest.proof.takenAt) < backupEveryMs
  const addUploads = requestedFolder ? store?.uploads.copyInto : undefined
  const { folder, proof } = isOfToday ? newest : await makeBackup({ dataDir: config.dataDir, into, hashPages, addUploads })
  isMade = true
  if (store && !requestedFolder) await toStore(store, storage, folder)
  const future = requestedFolder ? [] : await futureBackups(config.dataDir)
  if (future.length > 0) console.log(futureWarning(future))
  const { registrations = 0 } = proof.rows
  const megabytes = (proof.database.bytes / 1e6).toFixed(1)
  console.log(`Respaldo verificado: ${folder}`)
  console.log(
    `  ${registrations} registros, ${Object.keys(proof.uploads).length} archivos subidos, base de datos de ${megabytes} MB`,
  )
  const { damaged = [] } = proof
  const damage = damageWarning(proof)
  if (damage) throw new BackupProblem(damage)
  if (damaged.length > 0)
    console.log(`  El disco cambió archivos subidos que ya no se usan (${damaged.join(', ')}): revisa el disco`)
  if (stuck.length > 0) {
    throw new BackupProblem(
      `el respaldo está hecho, pero no se pueden eliminar los que ya vencieron (${stuck.join(', ')}): revisa de qué usuario son`,
    )
  }
} catch (error) {
  console.log(reasonOf(error))
  if (!(error instanceof BackupProblem)) console.error(error)
  process.exitCode = isDue && isMade ? exitCodeWithWarning : 1
}

/** Returns the reason in Spanish, to be printed after a colon. */
function reasonOf(error: unknown): string {
  if (error instanceof BackupProblem) return error.message
  const { path = '' } = error as { path?: string }
  if (/^(EACCES|EPERM|EROFS)$/.test(codeOf(error))) return `no se puede leer o escribir ${path}: revisa de qué usuario es`
  return 'ocurrió un error inesperado'
}

/** If the object store fails, the local backup stays valid. */
async function toStore({ bucket, uploads }: NonNullable<OpenStorage['store']>, storage: Storage, folder: string): Promise<void> {
  const [{ removeExpiredStored, storeBackup, storedBackups, storeErasures }, { storeProblem }] = await Promise.all([
    import('../api/backup/stored.ts'),
    import('../api/store/problem.ts'),
  ])
  try {
    await uploads.moveUp()
    await storeBackup(bucket, { name: basename(folder), folder }, await uploadSizes(storage))
    await storeErasures(bucket, join(config.dataDir, 'backups', erasuresName))
    await removeExpiredStored(bucket, config.dataDir)
    await noteStoredNames(config.dataDir, await storedBackups(bucket))
  } catch (error) {
    const reason = error instanceof BackupProblem ? error.message : storeProblem(error)
    throw new BackupProblem(`está hecho en este servidor, pero no en el almacén: ${reason}`)
  }
}
