/** Opens the built page with any content in a browser, without a server. */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { pageData } from '../../api/publishing/pages.ts'
import { loadRender } from '../../api/publishing/render.ts'
import { distDir } from '../../api/system/root.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { liveFile } from '../../site/timetable/live-file.ts'

process.env.NODE_ENV = 'production'
const settings = { publicOrigin: 'https://conferencia.invalid', timeZone: 'America/Guatemala', mail: null }
const render = await loadRender(distDir)
const types: Record<string, string> = { '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><rect width="300" height="400" fill="#b9aefc"/><circle cx="150" cy="160" r="70" fill="#342b70"/></svg>'

/** Returns the page of this content. Without `mail` the page promises no mails. */
export async function renderedPage(content: PublicContent, mail: object | null = null): Promise<string> {
  return (await render('/', pageData(content, { ...settings, mail }))).body.toString()
}

/** Returns the file with the details of talks and speakers. */
async function renderedSheets(content: PublicContent): Promise<string> {
  return (await render('/fichas.html', pageData(content, settings))).body.toString()
}

/** Answers all requests of `page` with the page of `content` and the built files. All pictures are the same, unless `draw` makes them. */
export async function serveTo(
  page: Page,
  content: () => PublicContent,
  draw: (address: string) => Promise<string | Buffer | undefined> = async () => portrait,
): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: await renderedPage(content()) })
    if (pathname === '/fichas.html')
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: await renderedSheets(content()) })
    if (pathname === '/ahora.json')
      return route.fulfill({ contentType: 'application/json', body: liveFile(content(), settings.timeZone) })
    const file = join(distDir, 'client', pathname)
    if (pathname.startsWith('/public-objects/')) {
      const body = await draw(pathname)
      // The type only has to tell drawings from photos, because browsers recognise the formats of photos.
      return route.fulfill({ contentType: typeof body === 'string' ? types['.svg'] : 'image/webp', body: body ?? '' })
    }
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: types[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) })
  })
}

export const { publicOrigin: renderedOrigin } = settings
