import { join } from 'node:path'
import type { Logger } from 'pino'
import { readContent } from '../../data/content/content.ts'
import { withBackgrounds } from '../../data/content/logo-backgrounds.ts'
import { publicContent } from '../../data/content/public-content.ts'
import type { Content } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import type { Offer } from '../../data/registrations/places.ts'
import { offerNow } from '../../data/registrations/places-now.ts'
import type { Config } from '../config.ts'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { coalesced } from '../system/timing.ts'
import { createCompression } from './compression-schedule.ts'
import { createLive } from './live.ts'
import { createPages } from './pages.ts'
import { publishProblem } from './problem.ts'
import type { OwnPage, RefusedForm, Render, RenderedPage } from './render.ts'
import { cachedCard, cardOf, type DrawCard } from './share-card.ts'
import { readAssets, writeAssets } from './site-folder.ts'

/** What visitors see: the published revision and since when (ISO 8601 in UTC), and why the newest is not, if so. */
export type PublishStatus = { revision: number; publishedAt: string | null; error: string | null }

export type Publisher = {
  /** Publishes the newest content. Never throws: a failure is in the status, and the previous page stays up. */
  publish(): Promise<PublishStatus>
  status(): PublishStatus
  site(): Site
  /** The same by name in the published folder, and the revision that it shows. */
  snapshot(): { revision: number; files: ReadonlyMap<string, SiteFile> }
  /** Calls `listener` each time something was published. */
  onPublished(listener: () => void): void
  /** What the published page says of registering; null before the first publish. */
  offer(): Offer | null
  /** The registration page as an answer to a refused form. Rendered for one visitor, never published. */
  refusedPage(form: RefusedForm): Promise<RenderedPage>
  /** The page as `change` would make it of what is stored. Rendered for one editor, never published. */
  preview(change: (content: Content) => Content): Promise<RenderedPage>
  /** A visitor's own registration as a page. Rendered for them alone, never published. */
  own(page: OwnPage): Promise<RenderedPage>
  /** Compresses the published pages quickly now, instead of a tenth of a second after a save. */
  compressQuickly(): Promise<void>
  /** Compresses the published pages as small as possible now, instead of five seconds after the last save. */
  compressSmall(): Promise<void>
}

export type PublisherOptions = {
  db: Db
  render: Render
  drawCard: DrawCard
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'dataDir' | 'mail'>
  /** Where the build put what browsers load. */
  clientDir: string
  log: Logger
}

/** A publisher for the site in `clientDir`, with its assets loaded and laid out in `DATA_DIR/www`. */
export async function createPublisher({ db, render, drawCard, config, clientDir, log }: PublisherOptions): Promise<Publisher> {
  const wwwDir = join(config.dataDir, 'www')
  const assets = await readAssets(clientDir)
  await writeAssets(wwwDir, assets)

  const pages = createPages(render, config)
  const card = cachedCard(drawCard, wwwDir)
  const live = createLive(wwwDir, assets, log)
  const compression = createCompression(live, log)
  let status: PublishStatus = { revision: 0, publishedAt: null, error: null }

  const listeners: (() => void)[] = []
  const offer = offerNow(db)
  let published: Offer | null = null

  const shown = (content: Content) => {
    const open = publicContent(content, config.timeZone, offer(new Date().toISOString()))
    return { ...open, partners: withBackgrounds(db, open.partners) }
  }

  const current = () => {
    const { content, revision, broken } = readContent(db)
    if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
    return { content: shown(content), revision }
  }

  async function publishOnce(): Promise<PublishStatus> {
    let all: Page[] = []
    try {
      const { content, revision } = current()
      const made = await pages.make(content)
      // The card first: no page may refer to a card that is not on disk yet.
      all = [await card(cardOf(content, config.timeZone)), ...made]
      await live.reuseFromDisk(all)
      const changed = all.filter((page) => !live.isUnchanged(page))
      await live.replacePages(changed)
      compression.schedule(changed)
      published = content.offer
      status = { revision, publishedAt: new Date().toISOString(), error: null }
      for (const listener of listeners) listener()
    } catch (error) {
      log.error({ err: error }, 'publishing failed: the previous page stays up')
      status = { ...status, error: publishProblem(error) }
      // At a start, such as one on a full disk.
      await live.showAsLeft(all)
    }
    return status
  }

  return {
    publish: coalesced(publishOnce),
    status: () => status,
    offer: () => published,
    site: live.site,
    snapshot: () => ({ revision: status.revision, files: live.files() }),
    onPublished: (listener) => void listeners.push(listener),
    refusedPage: (form) => pages.refusedPage(current().content, form),
    own: (page) => pages.own(current().content, page),
    preview: async (change) => pages.preview(shown(change(readContent(db).content))),
    compressQuickly: compression.quick,
    compressSmall: compression.small,
  }
}
