import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { limitBody } from './body-limit.ts'
import type { Deps, Env } from './deps.ts'
import { onError, problem } from './errors.ts'
import { guard } from './guard.ts'
import { logRequests } from './log.ts'
import { auditRoutes } from './routes/audit.ts'
import { backupRoutes } from './routes/backups.ts'
import { collectionRoutes } from './routes/collections.ts'
import { healthRoutes } from './routes/health.ts'
import { publishRoutes } from './routes/publish.ts'
import { registrationRoutes } from './routes/registrations.ts'
import { atSeven, sectionRoutes } from './routes/sections.ts'
import { sessionRoutes } from './routes/session.ts'
import { uploadRoutes, uploadUrlRoutes } from './routes/uploads.ts'
import { userRoutes } from './routes/users.ts'
import { sameOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { serveSite } from './site.ts'
import { serveUploads } from './uploads/serve.ts'

/** Every call of the API, typed for the panel's client. */
export type Api = ReturnType<typeof apiRoutes>

function apiRoutes(deps: Deps) {
  return new Hono<Env>()
    .route('/', healthRoutes(deps))
    .route('/auth', sessionRoutes(deps))
    .route('/hero', sectionRoutes(deps, 'hero', atSeven(deps.config.timeZone)))
    .route('/about', sectionRoutes(deps, 'about'))
    .route('/benefits', sectionRoutes(deps, 'benefits'))
    .route('/segments', sectionRoutes(deps, 'segments'))
    .route('/registration-form', sectionRoutes(deps, 'registrationForm'))
    .route('/speakers', collectionRoutes(deps, 'speakers'))
    .route('/agenda/scenarios', collectionRoutes(deps, 'scenarios'))
    .route('/agenda/events', collectionRoutes(deps, 'events'))
    .route('/partners', collectionRoutes(deps, 'partners'))
    .route('/registrations', registrationRoutes(deps))
    .route('/users', userRoutes(deps))
    .route('/audit', auditRoutes(deps))
    .route('/publish', publishRoutes(deps))
    .route('/backups', backupRoutes(deps))
    .route('/upload', uploadUrlRoutes(deps))
}

/** The whole server: the API behind its guards, and the published site for everything else. */
export function createApp(deps: Deps) {
  return (
    new Hono<Env>()
      .use(requestId())
      .use(logRequests(deps.log))
      .use(securityHeaders(deps.config.publicOrigin))
      .use('/api/*', guard(deps), sameOrigin(deps), limitBody)
      .route('/api', apiRoutes(deps))
      .all('/api/*', (c) => problem(c, 404))
      // No limitBody here: it would hold the whole file in memory. The route counts the bytes itself.
      .use('/upload/*', guard(deps), sameOrigin(deps))
      .route('/upload', uploadRoutes(deps))
      .all('/upload/*', (c) => problem(c, 404))
      .get('/public-objects/:name', serveUploads(deps.uploads.storage))
      .all('*', serveSite(deps.publisher.site))
      .onError(onError(deps))
  )
}
