import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { createFirstAdmin } from './accounts/first-admin.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { boundRequests, maxConnections, maxRequestsPerSocket, timeouts } from './http/connection-limits.ts'
import { drawOnDemand } from './publishing/draw-on-demand.ts'
import { watchOffer } from './publishing/offer-watch.ts'
import { createPublisher } from './publishing/publisher.ts'
import { loadRender } from './publishing/render.ts'
import { removeLeftovers } from './publishing/site-folder.ts'
import { cacheResponses } from './serving/cached-responses.ts'
import { createRetries, endWithReason, fillFreePlaces, holdBucket, openForServing, truncateWal } from './start.ts'
import { distDir } from './system/root.ts'
import { createUpkeep } from './upkeep.ts'
import { warmUp } from './warm-up.ts'

// React uses its production build only with this.
process.env.NODE_ENV ??= 'production'

const log = pino()
const config = readConfig(process.env)

const db = await openForServing(config.dataDir).catch(endWithReason)
const lease = config.store && (await holdBucket(config, config.store).catch(endWithReason))
const publisher = await createPublisher({
  db,
  render: await loadRender(distDir),
  drawCard: drawOnDemand,
  config,
  clientDir: join(distDir, 'client'),
  log,
})
const { error } = await publisher.publish()
if (error && !publisher.site().files.has('/')) throw new Error(`The site cannot be published: ${error}`)
await publisher.compressQuickly()
await removeLeftovers(join(config.dataDir, 'www'), publisher.site().files)
const firstAdmin = await createFirstAdmin(db, config.firstAdmin)
const stopping = new AbortController()
const deps = await createDeps({
  db,
  publisher,
  config,
  log,
  stopping: stopping.signal,
  maySend: lease ? lease.isSure : undefined,
  // While a backup reads, deleted rows cannot be removed from the write-ahead log.
  afterBackup: () => truncateWal(db, log),
})
fillFreePlaces(db, deps.mailer, log)
await warmUp(deps)

/** What works beside the requests, each a `createJob` of its feature. */
const jobs = [
  createUpkeep({ db, dataDir: config.dataDir, timeZone: config.timeZone, log }),
  deps.backups,
  deps.mailer,
  deps.mirror,
  createRetries(db, publisher, log),
  watchOffer(db, publisher, log),
].filter((job) => job !== null)
for (const job of jobs) job.start()

const app = createApp(deps)
const listener = cacheResponses(app, publisher.site, config.publicOrigin, getRequestListener(app.fetch))
const server = createServer(timeouts, boundRequests(listener)).listen(config.port, config.host, () => {
  const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
  console.log(`\n  Sitio:  ${address}\n  Panel:  ${address}/admin`)
  // A configured password is known already and does not belong in a log.
  if (firstAdmin && config.firstAdmin) console.log(`  Entrar: ${firstAdmin.email}  con la contraseña de ADMIN_PASSWORD`)
  else if (firstAdmin) console.log(`  Entrar: ${firstAdmin.email}  ${firstAdmin.password}   (se muestra solo esta vez)`)
  else console.log('  Entrar: con tu usuario; `npm run admin` crea uno o cambia su contraseña')
  console.log()
})
server.maxConnections = maxConnections
server.maxRequestsPerSocket = maxRequestsPerSocket

/**
 * Takes no more connections, lets running requests finish for nine seconds, and closes the database. Not done after ten,
 * the process ends all the same: every answered write is on the disk already.
 */
function stop(): void {
  stopping.abort()
  const jobsStopped = Promise.all(jobs.map((job) => job.stop()))
  setTimeout(() => server.closeAllConnections(), 9_000).unref()
  setTimeout(() => process.exit(1), 10_000).unref()
  server.close(async () => {
    await publisher.compressSmall()
    deps.intake.drain()
    await jobsStopped
    await lease?.stop()
    truncateWal(db, log)
    db.close()
    process.exit(0)
  })
  server.closeIdleConnections()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
