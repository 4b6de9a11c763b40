import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { openDb } from '../data/db.ts'
import { forgetOldDeeds } from '../data/queries/audit.ts'
import { createApp } from './app.ts'
import { createAuth } from './auth.ts'
import { readConfig } from './config.ts'
import { createFirstAdmin } from './first-admin.ts'
import { keepAnswers } from './kept-answers.ts'
import { createPublisher } from './publish.ts'
import { loadRender } from './render.ts'
import { drawShareCard } from './share-card.ts'
import { limitBodies, maxConnections, timeouts } from './timeouts.ts'
import { openUploads } from './uploads/uploads.ts'

const log = pino()
const config = readConfig(process.env)
const distDir = join(import.meta.dirname, '../dist')

mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
const db = openDb(join(config.dataDir, 'conference.db'))
forgetOldDeeds(db, new Date().toISOString())
const auth = createAuth(db, config.publicOrigin)
const publisher = await createPublisher({
  db,
  render: await loadRender(distDir),
  drawCard: drawShareCard,
  config,
  clientDir: join(distDir, 'client'),
  log,
})
const { error } = await publisher.publish()
if (error) throw new Error(`The site cannot be published: ${error}`)
const firstAdmin = await createFirstAdmin(db, config.firstAdmin)
const uploads = await openUploads(config.dataDir)

const app = createApp({ db, auth, publisher, uploads, config, log })
const listener = keepAnswers(app, publisher.site, config.publicOrigin, getRequestListener(app.fetch))
const server = createServer(timeouts, listener).listen(config.port, config.host, () => {
  const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
  console.log(`\n  Sitio:  ${address}\n  Panel:  ${address}/admin`)
  if (firstAdmin) console.log(`  Entrar: ${firstAdmin.email}  ${firstAdmin.password}   (se muestra solo esta vez)`)
  else console.log('  Entrar: con tu usuario; `npm run admin` crea uno o cambia su contraseña')
  console.log()
})
limitBodies(server)
server.maxConnections = maxConnections

/** Lets running requests finish, at most for ten seconds, then closes the database. */
function stop(): void {
  const overdue = setTimeout(() => process.exit(1), 10_000)
  overdue.unref()
  server.close(async () => {
    await publisher.settled()
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    process.exit(0)
  })
  server.closeIdleConnections()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
