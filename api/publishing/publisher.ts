import { join } from 'node:path'
import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import type { Content } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { cachedCard, cardOf, type DrawCard } from '../drawing/share-card.ts'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { inPieces } from '../system/timing.ts'
import { createCompression } from './compression.ts'
import { createLive } from './live-pages.ts'
import { createPages } from './pages.ts'
import { createPublishing } from './publish-content.ts'
import type { PublishStatus } from './publish-status.ts'
import type {
  AlertPage,
  CertificatePage,
  OwnPage,
  PlaceLinkPage,
  RefusedForm,
  Render,
  RenderedPage,
  SpeakerOwnPage,
} from './render.ts'
import { readAssets, writeAssets } from './site-folder.ts'
import { createSources, type PageState } from './source.ts'

export type Publisher = {
  /** Never throws. Pages of talks and speakers may follow later. */
  publish(): Promise<PublishStatus>
  /** Resolves when all pages are published. */
  finished(): Promise<PublishStatus>
  status(): PublishStatus
  site(): Site
  snapshot(): { revision: number; files: ReadonlyMap<string, SiteFile> }
  onPublished(listener: () => void): void
  liveState(): PageState | null
  refusedPage(form: RefusedForm): Promise<RenderedPage>
  preview(change: (content: Content) => Content): Promise<RenderedPage>
  own(page: OwnPage): Promise<RenderedPage>
  speaker(page: SpeakerOwnPage): Promise<RenderedPage>
  placeLink(page: PlaceLinkPage): Promise<RenderedPage>
  alert(page: AlertPage): Promise<RenderedPage>
  finalPages(year: string): Promise<{ revision: number; pages: Page[]; assets: Site['files'] }>
  certificate(page: CertificatePage): Promise<RenderedPage>
  compress(): Promise<void>
  stopCompressing(): Promise<void>
}

export type PublisherOptions = {
  db: Db
  render: Render
  drawCard: DrawCard
  config: { publicOrigin: string; timeZone: string; dataDir: string; mail: object | null }
  clientDir: string
  log: Logger
}

export async function createPublisher({ db, render, drawCard, config, clientDir, log }: PublisherOptions): Promise<Publisher> {
  const wwwDir = join(config.dataDir, 'www')
  const assets = await readAssets(clientDir)
  await writeAssets(wwwDir, assets)

  const sources = createSources({ db, config, wwwDir, log })
  const pages = createPages(render, config)
  const card = cachedCard(drawCard, wwwDir)
  const live = createLive(wwwDir, assets, log)
  const compression = createCompression(live, log)
  await sources.layOutEditions()
  const publishing = createPublishing({ sources, pages, live, compression, card, timeZone: config.timeZone, log })

  return {
    ...publishing,
    site: live.site,
    snapshot: () => ({ revision: publishing.status().revision, files: live.files() }),
    refusedPage: (form) => pages.refusedPage(sources.content().content, form),
    own: (page) => pages.own(sources.content().content, page),
    speaker: (page) => pages.speaker(sources.content().content, page),
    placeLink: (page) => pages.placeLink(sources.content().content, page),
    alert: (page) => pages.alert(sources.content().content, page),
    certificate: (page) => pages.certificate(sources.content().content, page),
    preview: async (change) => pages.preview(sources.typedContent(change(readContent(db).content))),
    async finalPages(year) {
      const { content, owners, revision } = sources.final()
      const archive = createPages(render, { ...config, edition: year })
      const contentPages = await archive.make(content)
      const items = archive.plan(content, owners).items.map(({ make }) => make)
      const itemPages = (await inPieces(items, () => false)).flat()
      return { revision, pages: [await card(cardOf(content, config.timeZone)), ...contentPages, ...itemPages], assets }
    },
    compress: compression.now,
    stopCompressing: compression.stop,
  }
}
