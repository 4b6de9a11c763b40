/** Renders pages from content. The only file that calls the built site. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import inject, { type DispatchFunc } from 'light-my-request'
import type { FieldErrors } from '../../data/references.ts'
import type { Content } from '../../data/schema.ts'

/** What every page may know of the site (`Astro.locals`). */
export type SiteData = {
  /** The site's own address without a trailing slash; never taken from a request. */
  origin: string
  timeZone: string
}

/** What a page with content is made from. */
export type PageData = SiteData & {
  /** What visitors may see, in the order shown. */
  content: Content
  /** Path of the picture that messengers show for the page; empty where there is none (development). */
  shareImage: string
  /** A registration sent by the page's own form that was refused: shown again with what was typed. */
  refused: RefusedForm | null
  /** Items say which they are, so that the panel finds the form of the one that was clicked. */
  isPreview?: boolean
}

/** What was typed and what is wrong with it, by field name. */
export type RefusedForm = { values: Record<string, string>; errors: FieldErrors }

/** `html` is the text of any page, calendars and robots.txt among them; `csp` is empty where a page has no policy. */
export type RenderedPage = { status: number; type: string; csp: string; html: string }

export type Render = (path: string, data: PageData | SiteData) => Promise<RenderedPage>

/** Loads the site built in `distDir` and returns its page renderer. Throws when it is not built. */
export async function loadRender(distDir: string): Promise<Render> {
  const entry: { handler: (...args: unknown[]) => unknown } = await import(pathToFileURL(join(distDir, 'server/entry.mjs')).href)

  return async (path, data) => {
    // The adapter's handler wants Node's request and response: these never touch a socket.
    const dispatch: DispatchFunc = (request, response) =>
      entry.handler(request, response, () => response.writeHead(404).end(), data)
    const { statusCode, headers, body } = await inject(dispatch, {
      url: path,
      method: 'GET',
      authority: new URL(data.origin).host,
    })
    const header = (name: string) => String(headers[name] ?? '')
    const csp = ownPolicy(body, header('content-security-policy'))
    return { status: statusCode, type: header('content-type'), csp, html: csp ? withPolicy(body, csp) : body }
  }
}

/**
 * The policy without the hashes of scripts and styles that are not in the page. The build names those of every page and of
 * every way in which an island might start: half a kilobyte, and more than this page needs to allow.
 */
export function ownPolicy(html: string, csp: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)
  const own = new Set([...inline].map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))
  return csp.replace(/ ('sha256-[^']{44}')/g, (token, hash) => (own.has(hash) ? token : ''))
}

const charset = '<meta charset="utf-8">'

/**
 * A page that carries its own Content-Security-Policy, so that it is kept on any static host: the hashes in it change with
 * each build, and a host's configuration would lag behind. After the charset, which browsers look for in the first 1024
 * bytes. `frame-ancestors` counts in a header only. Throws when a page has no place for it.
 */
export function withPolicy(html: string, csp: string): string {
  if (!html.includes(charset)) throw new Error('A page without a charset has no place for its policy')
  const policy = csp.replace(/frame-ancestors[^;]{0,12};/, '')
  return html.replace(charset, () => `${charset}<meta http-equiv="content-security-policy" content="${policy}">`)
}
