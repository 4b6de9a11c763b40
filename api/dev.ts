/** The development server, run by Astro (`fetchFile` in astro.config.mjs). Renders on each request and publishes nothing. */
import { astro, getFetchState } from 'astro/hono'
import { Hono } from 'hono'
import { pino } from 'pino'
import { latestRevision, readContent } from '../data/content/content.ts'
import type { Content } from '../data/content/schema.ts'
import { withBackgrounds } from '../data/look/logo-backgrounds.ts'
import { publicContent } from '../data/programme/public-content.ts'
import { createFirstAdmin } from './accounts/first-admin.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { createDeps } from './deps.ts'
import { drawOnDemand } from './drawing/draw-on-demand.ts'
import { pageData } from './publishing/pages.ts'
import { unkeptParts } from './publishing/parts.ts'
import type { Publisher } from './publishing/publisher.ts'
import {
  type AlertPage,
  type CertificatePage,
  type OwnPage,
  ownRoute,
  type PlaceLinkPage,
  type RefusedForm,
  type SpeakerOwnPage,
} from './publishing/render.ts'
import { pageStateAt } from './publishing/source.ts'

const config = readConfig(process.env)
const log = pino({ level: 'warn' })
const db = await openDatabase(config.dataDir)
import.meta.hot?.dispose(() => db.close())

const firstAdmin = await createFirstAdmin(db, config.firstAdmin)
if (firstAdmin) console.log(`\n  Entrar: ${firstAdmin.email}  ${firstAdmin.password}   (se muestra solo esta vez)\n`)

type Drawn = {
  refused?: RefusedForm
  own?: OwnPage
  speakerPage?: SpeakerOwnPage
  placeLinkPage?: PlaceLinkPage
  alert?: AlertPage
  certificate?: CertificatePage
  change?: (content: Content) => Content
}

const stateAt = pageStateAt(db, config.timeZone)
const renderPages = astro()
const pages = new Hono<{ Bindings: Drawn }>().all('*', (c, next) => {
  const { refused, own: ownPage, speakerPage, placeLinkPage, certificate, change = same } = c.env ?? {}
  const { offer, now, notice, availability } = stateAt(Date.now())
  const open = publicContent(change(readContent(db).content), config.timeZone, offer, now)
  const content = { ...open, notice, availability, partners: withBackgrounds(db, open.partners) }
  Object.assign(getFetchState(c).locals, {
    ...pageData(content, config, refused, ownPage),
    speakerPage,
    placeLinkPage,
    certificate,
    shareImage: '',
    isPreview: change !== same,
    parts: unkeptParts,
  })
  return renderPages(c, next)
})

const same = (content: Content) => content

const status = () => ({ revision: latestRevision(db), publishedAt: new Date().toISOString(), error: null })
const publisher: Publisher = {
  publish: async () => status(),
  finished: async () => status(),
  status,
  site: () => ({ files: new Map(), notFound: null }),
  snapshot: () => ({ revision: 0, files: new Map() }),
  onPublished: () => {},
  liveState: () => null,
  compress: async () => {},
  stopCompressing: async () => {},
  refusedPage: (refused) => rendered({ refused }),
  preview: (change) => rendered({ change }),
  own: (ownPage) => rendered({ own: ownPage }, ownRoute(ownPage)),
  speaker: (speakerPage) => rendered({ speakerPage }, '/ponente'),
  placeLink: (placeLinkPage) => rendered({ placeLinkPage }, '/cupo'),
  alert: (alert) => rendered({ alert }, '/aviso'),
  finalPages: async () => ({ revision: latestRevision(db), pages: [], assets: new Map() }),
  certificate: (certificate) => rendered({ certificate }, '/constancia'),
}

async function rendered(env: Drawn, path = '/') {
  const response = await pages.request(path, {}, env)
  return { status: response.status, type: 'text/html', csp: '', body: Buffer.from(await response.arrayBuffer()) }
}

const deps = await createDeps({ db, publisher, drawCard: drawOnDemand, config, log })
deps.mailer?.start()
import.meta.hot?.dispose(() => deps.mailer?.stop())
const api = createApp(deps)

export default new Hono()
  .on('ALL', ['/api/*', '/upload/*', '/public-objects/*', '/registro/*', '/ponente/*', '/constancia/*'], (c) =>
    api.fetch(c.req.raw),
  )
  .route('/', pages)
