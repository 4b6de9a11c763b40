import { join } from 'node:path'
import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import type { Content } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { cachedCard, cardOf, type DrawCard, isCardName, keptCards } from '../drawing/share-card.ts'
import { isItemFile } from '../serving/item-files.ts'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { coalesced, inPieces, othersFirst } from '../system/timing.ts'
import { createCompression } from './compression.ts'
import { createLive } from './live-pages.ts'
import { createPages } from './pages.ts'
import { publishProblem } from './problem.ts'
import type { CertificatePage, OwnPage, RefusedForm, Render, RenderedPage } from './render.ts'
import type { PlannedItem } from './render-item-pages.ts'
import { readAssets, writeAssets } from './site-folder.ts'
import { createSources, type Said } from './source.ts'

/** `revision` is on all pages, since an ISO time in UTC. */
export type PublishStatus = {
  revision: number
  publishedAt: string | null
  error: string | null
  /** Talk and speaker pages still to publish. Until then `revision` is the old one. */
  pending?: number
}

export type Publisher = {
  /** Publishes the newest content. Never throws: the status has the failure. Resolves after the landing page if many item pages follow. */
  publish(): Promise<PublishStatus>
  /** Resolves when the item pages are live too. */
  whole(): Promise<PublishStatus>
  status(): PublishStatus
  site(): Site
  /** Published files by name, with their revision. */
  snapshot(): { revision: number; files: ReadonlyMap<string, SiteFile> }
  onPublished(listener: () => void): void
  /** Registration and programme state on the page. Null before the first publish. */
  said(): Said | null
  refusedPage(form: RefusedForm): Promise<RenderedPage>
  /** Renders the stored content after `change`, for one editor. */
  preview(change: (content: Content) => Content): Promise<RenderedPage>
  own(page: OwnPage): Promise<RenderedPage>
  /** Pages for the archive of `year`, their revision and their assets by URL path. Not published. */
  finalPages(year: string): Promise<{ revision: number; pages: Page[]; assets: Site['files'] }>
  certificate(page: CertificatePage): Promise<RenderedPage>
  /** Compresses now, without the delay after a save. */
  compress(): Promise<void>
  /** Resolves when the current page is written. */
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

/** Item pages published with the landing page, and in each later batch. */
const few = 20

/** Creates the publisher and writes the assets into `DATA_DIR/www`. */
export async function createPublisher(options: PublisherOptions): Promise<Publisher> {
  const { db, render, drawCard, config, clientDir, log } = options
  const wwwDir = join(config.dataDir, 'www')
  const assets = await readAssets(clientDir)
  await writeAssets(wwwDir, assets)

  const sources = createSources({ db, config, wwwDir, log })
  const pages = createPages(render, config)
  const card = cachedCard(drawCard, wwwDir)
  const live = createLive(wwwDir, assets, log)
  const compression = createCompression(live, log)
  let status: PublishStatus = { revision: 0, publishedAt: null, error: null }

  const listeners: (() => void)[] = []

  await sources.layOutEditions()

  let newest = 0
  let following: Promise<void> | null = null
  let published: Said | null = null
  let cards: string[] = []

  async function replace(pages: Page[], gone: Page[] = []): Promise<void> {
    await live.reuseFromDisk(pages)
    const changed = pages.filter((page) => !live.isUnchanged(page))
    await live.replacePages(changed, gone)
    compression.schedule(changed)
  }

  function fail(error: unknown): void {
    log.error({ err: error }, 'publishing failed: the previous page stays up')
    const { pending: _, ...before } = status
    status = { ...before, error: publishProblem(error) }
  }

  function succeed(revision: number): void {
    status = { revision, publishedAt: new Date().toISOString(), error: null }
    for (const listener of listeners) listener()
  }

  async function publishOnce(): Promise<PublishStatus> {
    const turn = ++newest
    // The earlier batch stops here. This publish makes the rest from newer content.
    if (following) await following
    following = null
    let all: Page[] = []
    try {
      const layingOut = sources.layOutEditions()
      if (layingOut) await layingOut
      const { content, revision } = sources.content()
      await othersFirst()
      const made = await pages.make(content)
      await othersFirst()
      const { items, names } = pages.plan(content, sources.owners())
      const stale = items.filter((item) => !item.pages?.every(live.holds)).map(({ make }) => make)
      const atOnce = stale.length <= few ? (await inPieces(stale, () => false)).flat() : []
      // Cards first: a page must not refer to a card that is not on disk.
      const present = await card(cardOf(content, config.timeZone))
      all = [present, ...atOnce, ...made]
      const kept = keptCards(cards, present.name)
      const isGone = (name: string) => (isItemFile(name) ? !names.has(name) : isCardName(name) && !kept.includes(name))
      await replace(
        all,
        live.pages().filter(({ name }) => isGone(name)),
      )
      cards = kept
      published = { offer: content.offer, now: content.now }
      if (stale.length <= few) succeed(revision)
      else {
        status = { ...status, error: null, pending: stale.length }
        for (const listener of listeners) listener()
        following = follow(
          stale,
          () => succeed(revision),
          () => newest !== turn,
        )
      }
    } catch (error) {
      fail(error)
      // At a start with a full disk, for example.
      await live.showAsLeft(all)
    }
    return status
  }

  /** Publishes item pages in batches, then calls `done`. Stops when a newer publish starts. */
  async function follow(stale: PlannedItem['make'][], done: () => void, isOver: () => boolean): Promise<void> {
    let made: Page[] = []
    try {
      for (let start = 0; start < stale.length; start += few) {
        made = (await inPieces(stale.slice(start, start + few), isOver)).flat()
        if (isOver()) return
        await replace(made)
        if (isOver()) return
        status = { ...status, pending: Math.max(0, stale.length - start - few) }
      }
      done()
    } catch (error) {
      if (isOver()) return
      fail(error)
      await live.showAsLeft(made)
    }
  }

  return {
    publish: coalesced(publishOnce),
    async whole() {
      let waited: Promise<void> | null = null
      while (waited !== following) {
        waited = following
        await waited
      }
      return status
    },
    status: () => status,
    said: () => published,
    site: live.site,
    snapshot: () => ({ revision: status.revision, files: live.files() }),
    onPublished: (listener) => void listeners.push(listener),
    refusedPage: (form) => pages.refusedPage(sources.content().content, form),
    own: (page) => pages.own(sources.content().content, page),
    certificate: (page) => pages.certificate(sources.content().content, page),
    preview: async (change) => pages.preview(sources.shown(change(readContent(db).content))),
    async finalPages(year) {
      const { content, owners, revision } = sources.final()
      const finals = createPages(render, { ...config, edition: year })
      const made = await finals.make(content)
      const { items } = finals.plan(content, owners)
      const ofItems = await inPieces(
        items.map(({ make }) => make),
        () => false,
      )
      return { revision, pages: [await card(cardOf(content, config.timeZone)), ...made, ...ofItems.flat()], assets }
    },
    compress: compression.now,
    stopCompressing: compression.stop,
  }
}
