import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../data/db.ts'
import { publicContent } from '../data/public-content.ts'
import { readContent } from '../data/queries/content.ts'
import type { Content } from '../data/schema.ts'
import { coalesced } from './coalesced.ts'
import type { Config } from './config.ts'
import { compressPages, notFoundName, type Page, renderPages } from './pages.ts'
import type { RefusedForm, Render, RenderedPage } from './render.ts'
import { cachedCard, type DrawCard, wordsOf } from './share-card.ts'
import { hashOf, type Site } from './site.ts'
import { copyAssets, readAssets, writePage } from './site-folder.ts'

/** What visitors see: the published revision and since when (ISO 8601 in UTC), and why the newest is not, if so. */
export type PublishStatus = { revision: number; publishedAt: string | null; error: string | null }

export type Publisher = {
  /** Brings the newest content live. Never throws: a failure is in the status, and the previous page stays up. */
  publish(): Promise<PublishStatus>
  status(): PublishStatus
  site(): Site
  /** The registration page as an answer to a refused form. Rendered for one visitor, never published. */
  refuse(form: RefusedForm): Promise<RenderedPage>
  /** Waits until the last publish has also been compressed as small as it gets. */
  settled(): Promise<void>
}

export type PublisherOptions = {
  db: Db
  render: Render
  drawCard: DrawCard
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'dataDir'>
  /** Where the build put what browsers load. */
  clientDir: string
  log: Logger
}

/** A publisher for the site in `clientDir`, with its assets loaded and laid out in `DATA_DIR/www`. */
export async function createPublisher({ db, render, drawCard, config, clientDir, log }: PublisherOptions): Promise<Publisher> {
  const wwwDir = join(config.dataDir, 'www')
  const assets = await readAssets(clientDir)
  await copyAssets(clientDir, wwwDir)

  let site: Site = { files: assets, notFound: null }
  let status: PublishStatus = { revision: 0, publishedAt: null, error: null }
  let swapping: Promise<void> = Promise.resolve()
  let polishing: Promise<void> = Promise.resolve()
  const card = cachedCard(drawCard)

  const current = () => {
    const { content, revision, broken } = readContent(db)
    if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
    return { content: publicContent(content), revision }
  }
  const dataOf = (content: Content, refused: RefusedForm | null) => {
    const shareImage = `/compartir.png?v=${hashOf(Buffer.from(JSON.stringify(wordsOf(content, config.timeZone)))).slice(0, 8)}`
    return { content, origin: config.publicOrigin, timeZone: config.timeZone, shareImage, refused }
  }

  /** Swaps pages in, one set at a time. Disk before memory: if the disk refuses, visitors keep seeing one and the same page. */
  function bringLive(pages: Page[], isWanted = () => true): Promise<void> {
    const swap = async () => {
      if (!isWanted()) return
      for (const { name, file } of pages) await writePage(wwwDir, name, file)
      const published = pages.flatMap(({ urls, file }) => urls.map((url) => [url, file] as const))
      const notFound = pages.find(({ name }) => name === notFoundName)?.file ?? null
      site = { files: new Map([...assets, ...published]), notFound }
    }
    const swapped = swapping.then(swap, swap)
    swapping = swapped.catch(() => {})
    return swapped
  }

  async function publishOnce(): Promise<PublishStatus> {
    try {
      const { content, revision } = current()
      const rendered = await renderPages(render, dataOf(content, null))
      const picture = await card(wordsOf(content, config.timeZone))
      const pages = [...(await compressPages(rendered, 'quick')), picture]
      await bringLive(pages)
      status = { revision, publishedAt: new Date().toISOString(), error: null }
      polishing = polish(rendered, picture, site)
    } catch (error) {
      log.error({ err: error }, 'publishing failed: the previous page stays up')
      status = { ...status, error: error instanceof Error ? error.message : String(error) }
    }
    return status
  }

  /** The same pages in their smallest form, unless something newer has been published meanwhile. */
  async function polish(rendered: Page[], picture: Page, published: Site): Promise<void> {
    try {
      const pages = await compressPages(rendered, 'small')
      await bringLive([...pages, picture], () => site === published)
    } catch (error) {
      log.warn({ err: error }, 'the published pages stay in their quickly compressed form')
    }
  }

  return {
    publish: coalesced(publishOnce),
    status: () => status,
    site: () => site,
    refuse: (form) => render('/', dataOf(current().content, form)),
    settled: () => polishing,
  }
}
