/** The built page of any content in a browser, without a server: what visitors get, for hundreds of contents. */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { pageData } from '../../api/publishing/pages.ts'
import { loadRender } from '../../api/publishing/render.ts'
import { distDir } from '../../api/system/root.ts'
import type { PublicContent } from '../../data/content/public-content.ts'

process.env.NODE_ENV = 'production'
const settings = { publicOrigin: 'https://conferencia.invalid', timeZone: 'America/Guatemala', mail: null }
const render = await loadRender(distDir)
const types: Record<string, string> = { '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><rect width="300" height="400" fill="#b9aefc"/><circle cx="150" cy="160" r="70" fill="#342b70"/></svg>'

/** The page that visitors get of this content. */
async function renderedPage(content: PublicContent): Promise<string> {
  return (await render('/', pageData(content, settings))).body.toString()
}

/** Answers everything that `page` asks for: the page of what `content` gives, what the build made, and nothing else. */
export async function serveTo(page: Page, content: () => PublicContent): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: await renderedPage(content()) })
    const file = join(distDir, 'client', pathname)
    if (pathname.startsWith('/public-objects/')) return route.fulfill({ contentType: types['.svg'], body: portrait })
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: types[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) })
  })
}

export const { publicOrigin: renderedOrigin } = settings
