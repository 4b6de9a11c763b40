import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { returnPlaces } from '../data/place-links/place-links.ts'
import { minuteMs, secondMs } from '../data/time.ts'
import { createFirstAdmin } from './accounts/first-admin.ts'
import { createApp } from './app.ts'
import { readConfig, shownSettings } from './config.ts'
import { createDeps } from './deps.ts'
import { drawOnDemand } from './drawing/draw-on-demand.ts'
import { finishWork } from './editions/work.ts'
import { countClosedConnections } from './http/closed-connections.ts'
import { boundRequests } from './http/connection-limits.ts'
import { listen } from './http/listen.ts'
import { watchPage } from './publishing/page-watch.ts'
import { createPublisher } from './publishing/publisher.ts'
import { renderOnDemand } from './publishing/render.ts'
import { removeLeftovers } from './publishing/site-folder.ts'
import { placeChange } from './registrations/place-change.ts'
import { cacheResponses } from './serving/cached-responses.ts'
import { createRetries, fillFreePlaces, openForServing, truncateWal } from './start.ts'
import { createJob } from './system/job.ts'
import { createLog, endOnProblems } from './system/log.ts'
import { createMemoryJob } from './system/memory.ts'
import { distDir } from './system/root.ts'
import { StartProblem } from './system/start-problem.ts'
import { runningVersion } from './system/version.ts'
import { createUpkeep } from './upkeep.ts'

// Makes React use its production build.
process.env.NODE_ENV ??= 'production'

// Node's default is 64 KB, of which a stored page of 30 KB would keep all.
Buffer.poolSize = 8 * 1024

const log = createLog()
const started = endOnProblems('No se puede iniciar', log)
const config = readConfig(process.env)
// Listens before it creates the first administrator. Otherwise, if the port is taken, the start would end without showing the
// password.
const { server, serve, drain } = await listen(config)
log.info({ version: runningVersion(), node: process.version, settings: shownSettings(config) }, 'starting')
const db = await openForServing(config.dataDir, log)
const lease = config.store && (await (await import('./store/open-lease.ts')).holdBucket(db, config.dataDir, config.store))
const publisher = await createPublisher({
  db,
  render: renderOnDemand(distDir),
  drawCard: drawOnDemand,
  config,
  clientDir: join(distDir, 'client'),
  log,
})
await publisher.publish()
const { error } = await publisher.finished()
if (error && !publisher.site().files.has('/')) throw new StartProblem(`la página no se puede publicar: ${error}`)
await removeLeftovers(join(config.dataDir, 'www'), publisher.site().files)
const stopping = new AbortController()
const deps = await createDeps({
  db,
  publisher,
  drawCard: drawOnDemand,
  config,
  log,
  stopping: stopping.signal,
  lease,
  // Empties the write-ahead log after a backup. SQLite cannot empty it while a backup reads the database.
  afterBackup: () => truncateWal(db, log),
})
fillFreePlaces(deps)

const closedConnections = countClosedConnections(log)
server.on('drop', () => closedConnections.count('tooMany'))
let requestCount = 0
server.on('request', () => requestCount++)

const jobs = [
  closedConnections,
  deps.clock.job,
  createUpkeep(deps),
  deps.backups,
  deps.photos,
  deps.mailer,
  deps.passwordLinks,
  deps.mirror,
  deps.cards,
  createRetries(db, log),
  createJob({
    work: () => finishWork(deps),
    everyMs: minuteMs,
    onError: (error) => log.error({ err: error }, 'the people of an edition that is over wait'),
  }),
  createJob({
    work: () => returnPlaces(db, placeChange(deps)),
    everyMs: secondMs,
    onError: (error) => log.error({ err: error }, 'places of links that are over wait'),
  }),
  watchPage(db, config.timeZone, publisher, log),
  createMemoryJob({ requestCount: () => requestCount, onError: (error) => log.error({ err: error }, 'garbage stays') }),
].filter((job) => job !== null)
for (const job of jobs) job.start()

const app = createApp(deps)
const listener = cacheResponses(app, publisher.site, config.publicOrigin, getRequestListener(app.fetch))
const firstAdmin = await createFirstAdmin(db, config.firstAdmin)
serve(boundRequests(listener, { onRefused: closedConnections.count }))
started()

const address = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
console.log(`\n  Sitio:  ${address}\n  Panel:  ${address}/admin`)
if (firstAdmin && config.firstAdmin) console.log(`  Entrar: ${firstAdmin.email}  con la contraseña de ADMIN_PASSWORD`)
else if (firstAdmin) console.log(`  Entrar: ${firstAdmin.email}  ${firstAdmin.password}   (se muestra solo esta vez)`)
else console.log('  Entrar: con tu usuario; `npm run admin` crea uno o cambia su contraseña')
console.log()

/** Ends the process after at most ten seconds. This is safe, because all answered writes are on disk. */
function stop(): void {
  stopping.abort()
  const jobsStopped = Promise.all(jobs.map((job) => job.stop()))
  setTimeout(() => server.closeAllConnections(), 9_000).unref()
  setTimeout(() => process.exit(1), 10_000).unref()
  drain(async () => {
    deps.intake.drain()
    await jobsStopped
    await lease?.stop()
    truncateWal(db, log)
    await publisher.stopCompressing()
    db.close()
    process.exit(0)
  })
}

process.once('SIGTERM', stop)
process.once('SIGINT', stop)
