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

/** What visitors see: the revision that all pages show and since when (ISO 8601 in UTC), and why the newest is not, if so. */
export type PublishStatus = {
  revision: number
  publishedAt: string | null
  error: string | null
  /** Talks and speakers whose own pages are still to follow, where there are some; until then `revision` is the one before. */
  pending?: number
}

export type Publisher = {
  /**
   * Publishes the newest content. Never throws: a failure is in the status, and the previous page stays up. Where it changes the pages of
   * many talks and speakers, it is done when the landing page is live, and those follow (`whole`).
   */
  publish(): Promise<PublishStatus>
  /** Resolves when the pages of talks and speakers are live as well. */
  whole(): Promise<PublishStatus>
  status(): PublishStatus
  site(): Site
  /** The same by name in the published folder, and the revision that it shows. */
  snapshot(): { revision: number; files: ReadonlyMap<string, SiteFile> }
  /** Calls `listener` each time something was published. */
  onPublished(listener: () => void): void
  /** What the published page says of registering and of what takes place; null before the first publish. */
  said(): Said | null
  /** The registration page as an answer to a refused form. Rendered for one visitor, never published. */
  refusedPage(form: RefusedForm): Promise<RenderedPage>
  /** The page as `change` would make it of what is stored. Rendered for one editor, never published. */
  preview(change: (content: Content) => Content): Promise<RenderedPage>
  /** A visitor's own registration as a page. Rendered for them alone, never published. */
  own(page: OwnPage): Promise<RenderedPage>
  /**
   * The pages as they stay once the edition of a year is over, the revision that they show, and what they load (by URL path).
   * Published nowhere.
   */
  finalPages(year: string): Promise<{ revision: number; pages: Page[]; assets: Site['files'] }>
  /** The page that proves a constancia. Rendered for whoever asks, never published. */
  certificate(page: CertificatePage): Promise<RenderedPage>
  /** Compresses the published pages now, instead of a tenth of a second after a save. */
  compress(): Promise<void>
  /** Compresses no further page. Resolves when the one under way is written. */
  stopCompressing(): Promise<void>
}

export type PublisherOptions = {
  db: Db
  render: Render
  drawCard: DrawCard
  config: { publicOrigin: string; timeZone: string; dataDir: string; mail: object | null }
  /** Where the build put what browsers load. */
  clientDir: string
  log: Logger
}

/** The pages of so many talks and speakers are live with the landing page; more follow it, so many at a time. */
const few = 20

/** A publisher for the site in `clientDir`, with its assets loaded and laid out in `DATA_DIR/www`. */
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

  /** The number of the publish that began last, and what follows it. */
  let newest = 0
  let following: Promise<void> | null = null
  let published: Said | null = null
  /** Names of the conference's cards that are live. */
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

  /** All pages show this revision. */
  function succeed(revision: number): void {
    status = { revision, publishedAt: new Date().toISOString(), error: null }
    for (const listener of listeners) listener()
  }

  async function publishOnce(): Promise<PublishStatus> {
    const turn = ++newest
    // What follows the publish before stops here: what is left of it is made from the content of now.
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
      // The card first: no page may refer to a card that is not on disk yet; nor the landing page to a talk's.
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
      // At a start, such as one on a full disk.
      await live.showAsLeft(all)
    }
    return status
  }

  /**
   * Makes the pages of many items and puts them live, some at a time, and calls `done`; stops where another publish has begun, which makes
   * what is left.
   */
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
