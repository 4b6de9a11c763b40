/** `npm run export -- carpeta` exports static files for any web server. With --all it exports content and registrations. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../api/config.ts'
import { hasDatabase, openDatabase } from '../api/database.ts'
import { exportSite } from '../api/publishing/export.ts'
import { loadRender } from '../api/publishing/render.ts'
import { actAsOwner } from '../api/system/as-owner.ts'
import { endOnProblems } from '../api/system/log.ts'
import { distDir } from '../api/system/root.ts'
import { openStorage } from '../api/uploads/open-storage.ts'

const args = process.argv.slice(2)
const isAll = args[0] === '--all'
const [folder, ...more] = isAll ? args.slice(1) : args
if (!folder || more.length > 0) {
  console.error(
    'Uso: npm run export -- carpeta   (el sitio)\n     npm run export -- --all carpeta   (contenido, registros y archivos, para leerlos sin el programa)',
  )
  process.exit(1)
}

endOnProblems()
const config = readConfig(process.env)
// Acts as the owner of DATA_DIR, because an export writes cards and the database there.
actAsOwner(config.dataDir)
// Opening a missing database would create an empty database.
if (!hasDatabase(config.dataDir)) {
  console.error(`No hay base de datos en ${config.dataDir}.`)
  process.exit(1)
}

const db = await openDatabase(config.dataDir)
try {
  const log = pino()
  const { storage } = await openStorage(config, log)
  if (isAll) {
    const { exportAll } = await import('./export-all.ts')
    const { registrations, files } = await exportAll({ db, storage, timeZone: config.timeZone }, folder)
    console.log(
      `Exportado en ${folder}: ${registrations} registros, ${files} archivos y todo el contenido; LEEME.txt lo describe.`,
    )
  } else {
    const render = await loadRender(distDir)
    // Imports the bundled module, because its packages exist only during the build.
    const built = pathToFileURL(join(distDir, 'api/draw-on-demand.js')).href
    const { drawOnDemand }: typeof import('../api/drawing/draw-on-demand.ts') = await import(built)
    const site = { db, config, render, drawCard: drawOnDemand, clientDir: join(distDir, 'client') }
    const revision = await exportSite({ ...site, storage, log }, folder)
    console.log(`Exportado en ${folder}: la revisión ${revision}, para ${config.publicOrigin}.`)
  }
} catch (error) {
  // Prints only the message of disk errors, without a stack trace.
  if (!(error instanceof Error) || 'code' in error) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  db.close()
}
