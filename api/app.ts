import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { activityRoutes } from './accounts/activity-routes.ts'
import { guard } from './accounts/guard.ts'
import { ownAccessRoutes } from './accounts/own-access-routes.ts'
import { profileRoutes } from './accounts/profile-routes.ts'
import { securityRoutes } from './accounts/security-routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { userRoutes } from './accounts/user-routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { certificateRoutes } from './certificates/page-routes.ts'
import { certificatesRoutes } from './certificates/routes.ts'
import { collectionRoutes } from './content/collections.ts'
import { eventMoveRoutes } from './content/event-moves.ts'
import { sectionRoutes } from './content/sections.ts'
import type { Deps } from './deps.ts'
import { doorRoutes } from './door/routes.ts'
import { editionRoutes } from './editions/routes.ts'
import { redirectToEdition, serveEdition } from './editions/serve.ts'
import { exportAllRoutes } from './export/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { smallBody } from './http/body-up-to.ts'
import type { Env } from './http/env.ts'
import { onError, problem } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { logRequests } from './http/log.ts'
import { refuseLostWrites } from './http/refuse-lost-writes.ts'
import { sameOrigin } from './http/same-origin.ts'
import { apiPolicy, securityHeaders } from './http/security-headers.ts'
import { importRoutes } from './import/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { measureSaves, metricsRoutes } from './metrics/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { previewRoutes } from './preview/routes.ts'
import { publicCalls } from './public-calls.ts'
import { cardArchiveRoutes, cardRoutes } from './publishing/card-routes.ts'
import { publishRoutes } from './publishing/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { alertCountRoutes } from './registrations/alerts/alert-routes.ts'
import { ownRoutes, secretPage } from './registrations/own/own-routes.ts'
import { placeLinkRoutes } from './registrations/place-links/routes.ts'
import { registrationRoutes } from './registrations/routes.ts'
import { eventPeopleRoutes } from './registrations/sessions/event-people-routes.ts'
import { trashRoutes } from './registrations/trash-routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { serveSite } from './serving/serve-site.ts'
import { speakerPageRoutes } from './speakers/page-routes.ts'
import { speakerRoutes } from './speakers/routes.ts'
import { uploadRoutes, uploadUrlRoutes } from './uploads/routes.ts'
import { serveUploads } from './uploads/serve.ts'

export type Api = ReturnType<typeof apiRoutes>

function apiRoutes(deps: Deps) {
  return new Hono<Env>()
    .route('/', healthRoutes(deps))
    .route('/auth', sessionRoutes(deps))
    .route('/auth', ownAccessRoutes(deps))
    .route('/auth', profileRoutes(deps))
    .route('/security', securityRoutes(deps))
    .route('/hero', sectionRoutes(deps, 'hero'))
    .route('/about', sectionRoutes(deps, 'about'))
    .route('/benefits', sectionRoutes(deps, 'benefits'))
    .route('/segments', sectionRoutes(deps, 'segments'))
    .route('/registration-form', sectionRoutes(deps, 'registrationForm'))
    .route('/event', sectionRoutes(deps, 'event'))
    .route('/mail-texts', sectionRoutes(deps, 'mailTexts'))
    .route('/places', sectionRoutes(deps, 'places'))
    .route('/place-links', placeLinkRoutes(deps))
    .route('/places', alertCountRoutes(deps))
    .route('/notice', sectionRoutes(deps, 'notice'))
    .route('/privacy', sectionRoutes(deps, 'privacy'))
    .route('/layout', sectionRoutes(deps, 'layout'))
    .route('/look', sectionRoutes(deps, 'look'))
    .route('/certificates/settings', sectionRoutes(deps, 'certificates'))
    .route('/certificates', certificatesRoutes(deps))
    .route('/speakers/settings', sectionRoutes(deps, 'speakerEdits'))
    .route('/speakers', speakerRoutes(deps))
    .route('/speakers', collectionRoutes(deps, 'speakers'))
    .route('/agenda/scenarios', collectionRoutes(deps, 'scenarios'))
    .route('/agenda/events', eventMoveRoutes(deps))
    .route('/agenda/events', eventPeopleRoutes(deps))
    .route('/agenda/events', collectionRoutes(deps, 'events'))
    .route('/partners', collectionRoutes(deps, 'partners'))
    .route('/info', collectionRoutes(deps, 'info'))
    .route('/questions', collectionRoutes(deps, 'questions'))
    .route('/history', historyRoutes(deps))
    .route('/review', reviewRoutes(deps))
    .route('/import', importRoutes(deps))
    .route('/export', exportAllRoutes(deps))
    .route('/registrations', registrationRoutes(deps))
    .route('/trash', trashRoutes(deps))
    .route('/preview', previewRoutes(deps))
    .route('/presence', presenceRoutes(deps))
    .route('/mails', mailRoutes(deps))
    .route('/door', doorRoutes(deps))
    .route('/users', userRoutes(deps))
    .route('/audit', activityRoutes(deps))
    .route('/publish', publishRoutes(deps))
    .route('/cards', cardArchiveRoutes(deps))
    .route('/editions', editionRoutes(deps))
    .route('/backups', backupRoutes(deps))
    .route('/upload', uploadUrlRoutes(deps))
}

export function createApp(deps: Deps) {
  const app: Hono<Env> = new Hono<Env>()
    .use(requestId())
    .use(logRequests(deps.log))
    .use(securityHeaders(deps.config.publicOrigin))
    .use(refuseLostWrites(deps))
    .use(deps.clock.beforeRequests)
    .use('/api/*', measureSaves(deps), apiPolicy, guard(deps, publicCalls), sameOrigin(deps), smallBody)
    .route('/api', apiRoutes(deps))
    .route(
      '/api',
      referenceRoutes(deps, () => app.routes),
    )
    .all('/api/*', (c) => problem(c, 404))
    // Not below /api/, because the body limit there would hold the file in memory. The upload route counts bytes as they arrive.
    .use('/upload/*', apiPolicy, guard(deps, publicCalls), sameOrigin(deps))
    .route('/upload', uploadRoutes(deps))
    .all('/upload/*', (c) => problem(c, 404))
    .route('/metrics', metricsRoutes(deps))
    .use('/registro/*', secretPage)
    .route('/registro', ownRoutes(deps))
    .use('/ponente/*', secretPage)
    .route('/ponente', speakerPageRoutes(deps))
    .route('/constancia', certificateRoutes(deps))
    .get('/public-objects/:name', serveUploads(deps.uploads.storage))
    .use('/charlas/*', redirectToEdition(deps))
    .use('/speakers/*', redirectToEdition(deps))
    .route('/charlas', cardRoutes(deps, 'charlas'))
    .route('/speakers', cardRoutes(deps, 'speakers'))
    .use('/:year{[0-9]{4}}/*', serveEdition(deps))
    .all('*', serveSite(deps.publisher.site))
    .onError(onError(deps))
  return app
}
