import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { Db } from '../data/db.ts'
import { publicContent } from '../data/public-content.ts'
import { readContent } from '../data/queries/content.ts'
import type { Config } from './config.ts'
import type { PageData, RefusedForm, Render, RenderedPage } from './render.ts'
import { hashOf, revalidate, type Site, type SiteFile } from './site.ts'
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
}

/** Every page of the site: its route, its name in the published folder, and where visitors find it. */
const pages = [
  { route: '/', name: 'index.html', urls: ['/'] },
  { route: '/login', name: 'login/index.html', urls: ['/login', '/login/'] },
  { route: '/admin', name: 'admin/index.html', urls: ['/admin', '/admin/'] },
  { route: '/404', name: '404.html', urls: [] },
] as const

export type PublisherOptions = {
  db: Db
  render: Render
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'dataDir'>
  /** Where the build put what browsers load. */
  clientDir: string
  log: Logger
}

/** A publisher for the site in `clientDir`, with its assets loaded and laid out in `DATA_DIR/www`. */
export async function createPublisher({ db, render, config, clientDir, log }: PublisherOptions): Promise<Publisher> {
  const wwwDir = join(config.dataDir, 'www')
  const assets = await readAssets(clientDir)
  await copyAssets(clientDir, wwwDir)

  let site: Site = { files: assets, notFound: null }
  let status: PublishStatus = { revision: 0, publishedAt: null, error: null }

  const dataOf = (refused: RefusedForm | null): { data: PageData; revision: number } => {
    const { content, revision, broken } = readContent(db)
    if (broken.length > 0) log.error({ broken }, 'stored content does not fit its schema: its default is shown')
    return {
      data: { content: publicContent(content), origin: config.publicOrigin, timeZone: config.timeZone, refused },
      revision,
    }
  }

  async function publishOnce(): Promise<PublishStatus> {
    try {
      const { data, revision } = dataOf(null)
      const rendered = await Promise.all(
        pages.map(async (page) => ({ ...page, file: finish(page.route, await render(page.route, data)) })),
      )
      const compressed = await Promise.all(rendered.map(async (page) => ({ ...page, file: await compress(page.file) })))
      // Disk before memory: if the disk refuses, visitors keep seeing one and the same page everywhere.
      for (const { name, file } of compressed) await writePage(wwwDir, name, file)
      const published = compressed.flatMap(({ urls, file }) => urls.map((url) => [url, file] as const))
      site = {
        files: new Map([...assets, ...published]),
        notFound: compressed.find(({ route }) => route === '/404')?.file ?? null,
      }
      status = { revision, publishedAt: new Date().toISOString(), error: null }
    } catch (error) {
      log.error({ err: error }, 'publishing failed: the previous page stays up')
      status = { ...status, error: error instanceof Error ? error.message : String(error) }
    }
    return status
  }

  return {
    publish: coalesced(publishOnce),
    status: () => status,
    site: () => site,
    refuse: (form) => render('/', dataOf(form).data),
  }
}

/** `work` with one run at a time; calls that arrive during a run share the next one. */
export function coalesced<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const run = () => {
    next = null
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    // Between the end of a run and the start of the next one there is none running, but one is on its way.
    if (!running && !next) return run()
    next ??= (running ?? Promise.resolve()).then(run, run)
    return next
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A rendered page as the file to serve. Throws when it is not whole. */
function finish(route: string, { status, type, csp, html }: RenderedPage): SiteFile {
  const expected = route === '/404' ? 404 : 200
  if (status !== expected) throw new Error(`La página ${route} respondió ${status}`)
  if (!html.trimEnd().endsWith('</html>')) throw new Error(`La página ${route} está incompleta`)
  const body = Buffer.from(html)
  return {
    body,
    hash: hashOf(body),
    type: type.includes('charset') ? type : `${type}; charset=utf-8`,
    cacheControl: revalidate,
    csp,
  }
}

async function compress(file: SiteFile): Promise<SiteFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length }
  const [br, gz] = await Promise.all([brotli(file.body, { params }), gzipped(file.body, { level: 9 })])
  return { ...file, br, gzip: gz }
}
