/** The pages of the site: which there are, what each is made from, and the check that a rendered one is complete. */
import type { Content } from '../../data/schema.ts'
import type { Config } from '../config.ts'
import { revalidate } from '../http/representations.ts'
import { hashOf, type Page, type SiteFile } from '../serving/site.ts'
import type { PageData, RefusedForm, Render, RenderedPage, SiteData } from './render.ts'
import { cardName, cardOf } from './share-card.ts'

/** The page for addresses that do not exist; static hosts look for it by this name. */
export const notFoundName = '404.html'

type Route = Omit<Page, 'file'> & { route: string }

/** Rendered at every publish, because they show content. */
const contentRoutes: readonly Route[] = [
  { route: '/', name: 'index.html', urls: ['/'] },
  { route: '/evento.ics', name: 'evento.ics', urls: ['/evento.ics'] },
  { route: '/agenda.ics', name: 'agenda.ics', urls: ['/agenda.ics'] },
  { route: '/manifest.webmanifest', name: 'manifest.webmanifest', urls: ['/manifest.webmanifest'] },
]

/** Rendered once, without content. One that reads content all the same fails at the first publish. */
const staticRoutes: readonly Route[] = [
  { route: '/login', name: 'login/index.html', urls: ['/login', '/login/'] },
  { route: '/admin', name: 'admin/index.html', urls: ['/admin', '/admin/'] },
  { route: '/404', name: notFoundName, urls: [] },
  { route: '/robots.txt', name: 'robots.txt', urls: ['/robots.txt'] },
  { route: '/sitemap.xml', name: 'sitemap.xml', urls: ['/sitemap.xml'] },
]

type Settings = Pick<Config, 'publicOrigin' | 'timeZone'>

const siteData = ({ publicOrigin, timeZone }: Settings): SiteData => ({ origin: publicOrigin, timeZone })

/** What the registration page is made from: what visitors may see of the content, and how this process was told to run. */
export function pageData(content: Content, settings: Settings, refused: RefusedForm | null = null): PageData {
  const shareImage = `/${cardName(cardOf(content, settings.timeZone))}`
  return { ...siteData(settings), content, shareImage, refused }
}

/** A page was rendered incompletely. The message is for the panel. */
export class BrokenPage extends Error {}

/** Makes and checks every page of the site from what visitors may see. Throws BrokenPage when one is incomplete. */
export type MakePages = (content: Content) => Promise<Page[]>

/** Renders all pages; the static ones only the first time. */
export function pageMaker(render: Render, settings: Settings): MakePages {
  let kept: Page[] | null = null
  return async (content) => {
    kept ??= await renderAll(render, staticRoutes, siteData(settings))
    return [...(await renderAll(render, contentRoutes, pageData(content, settings))), ...kept]
  }
}

function renderAll(render: Render, routes: readonly Route[], data: PageData | SiteData): Promise<Page[]> {
  return Promise.all(
    routes.map(async ({ route, name, urls }) => ({ name, urls, file: finish(route, await render(route, data)) })),
  )
}

/** How a complete file of each type ends. A renderer that fails midway leaves it out. */
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
