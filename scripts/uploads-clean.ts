/**
 * npm run uploads:clean [-- --delete]: lists uploads that no kept revision refers to and that are older than a day, and
 * removes them with --delete. A backup from before may refer to them still.
 */
import { readConfig } from '../api/config.ts'
import { hasDatabase, openDatabase } from '../api/database.ts'
import { cleanUploads } from '../api/uploads/clean.ts'
import { diskStorage } from '../api/uploads/storage.ts'

const given = process.argv.slice(2)
const isRemoving = given.includes('--delete')
if (given.some((argument) => argument !== '--delete')) {
  console.error('Uso: npm run uploads:clean [-- --delete]')
  process.exit(1)
}

const { dataDir } = readConfig(process.env)
// Without its database every upload would look forgotten.
if (!hasDatabase(dataDir)) {
  console.error(`No hay base de datos en ${dataDir}.`)
  process.exit(1)
}

const db = await openDatabase(dataDir)
const leftovers = await cleanUploads(db, await diskStorage(dataDir), isRemoving)
db.close()

for (const { names, size } of leftovers) console.log(`${(size / 1e6).toFixed(1).padStart(8)} MB  ${names.join('  ')}`)
const total = leftovers.reduce((sum, { size }) => sum + size, 0) / 1e6
if (leftovers.length === 0) console.log('No hay archivos sin uso con más de un día.')
else if (isRemoving) console.log(`Eliminados: ${leftovers.length} (${total.toFixed(1)} MB).`)
else console.log(`Sin uso: ${leftovers.length} (${total.toFixed(1)} MB). Para eliminarlos: npm run uploads:clean -- --delete`)
