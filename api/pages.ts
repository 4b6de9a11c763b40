/** Everything that is made from content, from a rendered route to the file that is served. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Content } from '../data/schema.ts'
import type { Config } from './config.ts'
import type { PageData, RefusedForm, Render, RenderedPage } from './render.ts'
import { cardName, cardOf } from './share-card.ts'
import { hashOf, revalidate, type SiteFile } from './site.ts'

/** A file of the published site: its name in the folder, and the paths at which visitors find it. */
export type Page = { name: string; urls: readonly string[]; file: SiteFile }

/** The page for addresses that do not exist; static hosts look for it by this name. */
export const notFoundName = '404.html'

const routes = [
  { route: '/', name: 'index.html', urls: ['/'] },
  { route: '/login', name: 'login/index.html', urls: ['/login', '/login/'] },
  { route: '/admin', name: 'admin/index.html', urls: ['/admin', '/admin/'] },
  { route: '/404', name: notFoundName, urls: [] },
  { route: '/evento.ics', name: 'evento.ics', urls: ['/evento.ics'] },
  { route: '/agenda.ics', name: 'agenda.ics', urls: ['/agenda.ics'] },
  { route: '/manifest.webmanifest', name: 'manifest.webmanifest', urls: ['/manifest.webmanifest'] },
  { route: '/robots.txt', name: 'robots.txt', urls: ['/robots.txt'] },
  { route: '/sitemap.xml', name: 'sitemap.xml', urls: ['/sitemap.xml'] },
] as const

/** What the pages are made from: what visitors may see of the content, and how this process was told to run. */
export function pageData(
  content: Content,
  { publicOrigin, timeZone }: Pick<Config, 'publicOrigin' | 'timeZone'>,
  refused: RefusedForm | null = null,
): PageData {
  return { content, origin: publicOrigin, timeZone, shareImage: `/${cardName(cardOf(content, timeZone))}`, refused }
}

/** A page that was rendered, but not whole. The message is for the panel. */
export class BrokenPage extends Error {}

/** Renders and checks every page, in the order in which they were listed. Throws BrokenPage when one is not whole. */
export async function renderPages(render: Render, data: PageData): Promise<Page[]> {
  return Promise.all(
    routes.map(async ({ route, name, urls }) => ({ name, urls, file: finish(route, await render(route, data)) })),
  )
}

/** How a whole file of each type ends. A renderer that fails midway leaves it out. */
const ends: Record<string, string> = {
  'text/html': '</html>',
  'text/calendar': 'END:VCALENDAR',
  'application/manifest+json': '}',
  'application/xml': '</urlset>',
}

function finish(route: string, { status, type, csp, html }: RenderedPage): SiteFile {
  const expected = route === '/404' ? 404 : 200
  if (status !== expected) throw new BrokenPage(`la página ${route} respondió ${status}`)
  const [mediaType = ''] = type.split(';')
  if (!html.trimEnd().endsWith(ends[mediaType] ?? '')) throw new BrokenPage(`la página ${route} está incompleta`)
  const body = Buffer.from(html)
  return { body, hash: hashOf(body), type: `${mediaType}; charset=utf-8`, cacheControl: revalidate, ...(csp && { csp }) }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * The pages with their compressed forms. 'quick' takes a few milliseconds, so that a save is live at once; 'small' is a
 * tenth smaller and takes twenty times as long.
 */
export async function compressPages(pages: Page[], effort: 'quick' | 'small'): Promise<Page[]> {
  return Promise.all(pages.map(async (page) => ({ ...page, file: await compress(page.file, effort === 'quick' ? 5 : 11) })))
}

async function compress(file: SiteFile, quality: number): Promise<SiteFile> {
  // Pictures are compressed already.
  if (file.type.startsWith('image/')) return file
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length,
  }
  const [br, gz] = await Promise.all([brotli(file.body, { params }), gzipped(file.body, { level: quality === 11 ? 9 : 5 })])
  return { ...file, br, gzip: gz }
}
