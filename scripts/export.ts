/** npm run export -- carpeta: writes the whole site as static files, for any web server or CDN (see deploy/README.md). */
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../api/config.ts'
import { hasDatabase, openDatabase } from '../api/database.ts'
import { drawOnDemand } from '../api/publishing/draw-on-demand.ts'
import { exportSite } from '../api/publishing/export.ts'
import { loadRender } from '../api/publishing/render.ts'
import { distDir } from '../api/system/root.ts'
import { openStorage } from '../api/uploads/open-storage.ts'

const [folder, ...more] = process.argv.slice(2)
if (!folder || more.length > 0) {
  console.error('Uso: npm run export -- carpeta')
  process.exit(1)
}

const config = readConfig(process.env)
// Opening it would make an empty one, and an empty site with it.
if (!hasDatabase(config.dataDir)) {
  console.error(`No hay base de datos en ${config.dataDir}.`)
  process.exit(1)
}

const db = await openDatabase(config.dataDir)
try {
  const site = { db, config, render: await loadRender(distDir), drawCard: drawOnDemand, clientDir: join(distDir, 'client') }
  const log = pino()
  const { storage } = await openStorage(config, log)
  const revision = await exportSite({ ...site, storage, log }, folder)
  console.log(`Exportado en ${folder}: la revisión ${revision}, para ${config.publicOrigin}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  db.close()
}
