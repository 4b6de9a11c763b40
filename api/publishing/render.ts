/** Renders pages from content. The only file that calls the built site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicContent } from '../../data/content/public-content.ts'
import type { FieldErrors } from '../../data/content/rules.ts'
import type { OwnRegistration } from '../../data/registrations/own-registration.ts'
import type { Bytes } from '../serving/site.ts'
import { createParts, type PageParts, type Rendering } from './parts.ts'
import { ownPolicy, withPolicy } from './policy.ts'

/** What every page may know of the site. */
export type SiteData = {
  /** The site's own address without a trailing slash; never taken from a request. */
  origin: string
  timeZone: string
}

/** What a file with content is made from: what visitors may see, in the order shown. */
type ContentData = SiteData & { content: PublicContent }

/** What the page is made from. */
export type PageData = ContentData & {
  /** Whether whoever registers gets mail: without it nothing on the page promises one. */
  sendsMail: boolean
  /** Path of the picture that messengers show for the page; empty where there is none (development). */
  shareImage: string
  /** A registration sent by the page's own form that was refused: shown again with what was typed. */
  refused: RefusedForm | null
  /** Items say which they are, so that the panel finds the form of the one that was clicked. */
  isPreview?: boolean
  /** Whose own page is drawn; null on every other page. */
  own: OwnPage | null
}

/** A registration as its visitor sees it, and a correction of it that was refused. */
export type OwnPage = { registration: OwnRegistration; refused: RefusedForm | null }

/** What was typed and what is wrong with it, by field name; `message` says why where that is no field's fault. */
export type RefusedForm = { values: Record<string, string>; errors: FieldErrors; message?: string }

/** What a page is rendered with (`Astro.locals`). */
export type PageLocals = PageData & { parts: PageParts }

/** `body` is any page, calendars and robots.txt among them; `csp` is empty where a page has no policy. */
export type RenderedPage = { status: number; type: string; csp: string; body: Bytes }

/** Renders the page at `path`. What `rendering` has kept is not rendered again; without one everything is. */
export type Render = (path: string, data: PageData | ContentData | SiteData, rendering?: Rendering) => Promise<RenderedPage>

/** Loads the site built in `distDir` and returns its page renderer. Throws when it is not built. */
export async function loadRender(distDir: string): Promise<Render> {
  const site: { renderPage(request: Request, locals: object): Promise<Response> } = await import(
    pathToFileURL(join(distDir, 'server/entry.mjs')).href
  )

  return async (path, data, rendering = createParts().begin()) => {
    const answer = await site.renderPage(new Request(data.origin + path), { ...data, parts: rendering.parts })
    const header = (name: string) => answer.headers.get(name) ?? ''
    const { pieces, hashes } = rendering.assemble(await answer.text())
    const csp = ownPolicy(header('content-security-policy'), hashes)
    const body = Buffer.concat(csp ? withPolicy(pieces, csp) : pieces)
    return { status: answer.status, type: header('content-type'), csp, body }
  }
}
