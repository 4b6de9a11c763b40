/** Lists, or with --delete deletes, uploads older than a day that no revision uses. A local backup may still refer to them. */
import { pino } from 'pino'
import { readConfig } from '../api/config.ts'
import { hasDatabase, openDatabase } from '../api/database.ts'
import { actAsOwner } from '../api/system/as-owner.ts'
import { endOnProblems } from '../api/system/log.ts'
import { cleanUploads } from '../api/uploads/clean.ts'
import { openStorage } from '../api/uploads/open-storage.ts'
import { backupPath } from '../api/uploads/paths.ts'

const args = process.argv.slice(2)
const isRemoving = args.includes('--delete')
if (args.some((argument) => argument !== '--delete')) {
  console.error('Uso: npm run uploads:clean [-- --delete]')
  process.exit(1)
}

endOnProblems()
const config = readConfig(process.env)
const { dataDir } = config
actAsOwner(dataDir)
// Without a database, every upload would look unused.
if (!hasDatabase(dataDir)) {
  console.error(`No hay base de datos en ${dataDir}.`)
  process.exit(1)
}

const db = await openDatabase(dataDir)
const { storage, store } = await openStorage(config, pino({ level: 'silent' }))
// In the bucket, the page and the backups share one copy of each upload, so uploads in backups must stay.
const backedUp = store && (await (await import('../api/backup/stored.ts')).uploadsInStoredBackups(store.bucket))
const isBackedUp = (file: Parameters<typeof backupPath>[0]) => backedUp?.has(backupPath(file)) ?? false
const leftovers = await cleanUploads(db, storage, isRemoving, Date.now(), isBackedUp)
db.close()

for (const { names, size } of leftovers) console.log(`${(size / 1e6).toFixed(1).padStart(8)} MB  ${names.join('  ')}`)
const total = leftovers.reduce((sum, { size }) => sum + size, 0) / 1e6
if (leftovers.length === 0) console.log('No hay archivos sin uso con más de un día.')
else if (isRemoving) console.log(`Eliminados: ${leftovers.length} (${total.toFixed(1)} MB).`)
else console.log(`Sin uso: ${leftovers.length} (${total.toFixed(1)} MB). Para eliminarlos: npm run uploads:clean -- --delete`)
