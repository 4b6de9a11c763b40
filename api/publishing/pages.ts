import pLimit from 'p-limit'
import { roomsBySlug } from '../../data/live/room-slugs.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { cardName, cardOf } from '../drawing/share-card.ts'
import { Unavailable } from '../http/errors.ts'
import { briefly, revalidate } from '../http/representations.ts'
import { hashOf, liveName, type Page, type SiteFile } from '../serving/site.ts'
import { inPieces } from '../system/timing.ts'
import { createParts } from './parts.ts'
import { trackReads } from './reads.ts'
import {
  type AlertPage,
  type CertificatePage,
  type ContentData,
  type OwnPage,
  ownRoute,
  type PageData,
  type PlaceLinkPage,
  type RefusedForm,
  type Render,
  type RenderedPage,
  type SiteData,
  type SpeakerOwnPage,
} from './render.ts'
import { createItemPages } from './render-item-pages.ts'

export const notFoundName = '404.html'

type Route = Omit<Page, 'file'> & { route: string }

const file = (route: string): Route => ({ route, name: route.slice(1), urls: [route] })
const page = (route: string): Route => ({ route, name: `${route.slice(1)}/index.html`, urls: [route, `${route}/`] })

const landingPage: Route = { route: '/', name: 'index.html', urls: ['/'] }

export const sheetsFile = file('/fichas.html')

const liveRoute = file(`/${liveName}`)

/** The files of an inner list are rendered together, because they share results computed from the content. */
export const contentFiles: readonly Route[][] = [
  [liveRoute],
  [file('/evento.ics')],
  [file('/agenda.ics')],
  [file('/schedule.json'), file('/schedule.xml'), file('/schedule.csv')],
  [page('/privacidad')],
  [page('/recuperar')],
  [file('/sitemap.xml')],
  [file('/manifest.webmanifest')],
  [page('/login'), page('/clave'), page('/correo'), page('/admin'), page('/puerta')],
  [{ route: '/404', name: notFoundName, urls: [] }],
]

/** The screens in the hall: one for all rooms and one for each. */
const screenRoutes = ({ scenarios }: PublicContent): Route[] =>
  ['/pantalla', ...[...roomsBySlug(scenarios).keys()].map((slug) => `/pantalla/${slug}`)].map(page)

/** Rendered only once. If one of these files reads content, the first publish fails. */
const staticRoutes: readonly Route[] = [file('/puerta.webmanifest'), file('/robots.txt')]

type Settings = { publicOrigin: string; timeZone: string; mail: object | null } & Pick<SiteData, 'edition'>

const siteData = ({ publicOrigin, timeZone, edition }: Settings): SiteData => ({ origin: publicOrigin, timeZone, edition })

const contentData = (content: PublicContent, settings: Settings): ContentData => ({
  ...siteData(settings),
  content,
  sendsMail: settings.mail !== null,
})

export function pageData(
  content: PublicContent,
  settings: Settings,
  refused: RefusedForm | null = null,
  ownPage: OwnPage | null = null,
  sheets: string = sheetsFile.route,
): PageData {
  const shareImage = `/${cardName(cardOf(content, settings.timeZone))}`
  return { ...contentData(content, settings), shareImage, sheets, refused, own: ownPage }
}

export class BrokenPage extends Error {}

export type Pages = ReturnType<typeof createPages>

const maxPreviewMs = 10_000
const maxWaitingPreviews = 10

export function createPages(render: Render, settings: Settings) {
  const [landing, previews, itemParts] = [createParts(), createParts(), createParts()]
  const makeSheets = cachedFiles([sheetsFile], render, settings)
  const makeFiles = contentFiles.map((routes) => cachedFiles(routes, render, settings))
  const makeScreens = screens(render, settings)
  const oneAtATime = pLimit(1)
  let staticPages: Page[] | null = null

  const itemSite = { ...siteData(settings), sendsMail: settings.mail !== null }
  const plan = createItemPages(async (route, data) => {
    if (route.endsWith('.ics')) return pageOf(file(route), await render(route, data))
    const rendering = itemParts.begin()
    const itemPage = pageOf(page(route), await render(route, data, rendering))
    rendering.keep()
    return itemPage
  }, itemSite)

  const landingData = (content: PublicContent, [sheets]: Page[], refused: RefusedForm | null = null) =>
    pageData(content, settings, refused, null, sheets && `${sheetsFile.route}?${sheets.file.hash.slice(0, 8)}`)

  return {
    plan,
    async make(content: PublicContent): Promise<Page[]> {
      staticPages ??= await Promise.all(
        staticRoutes.map(async (route) => pageOf(route, await render(route.route, siteData(settings)))),
      )
      const rendering = landing.begin()
      const sheets = await makeSheets(content)
      const files: Page[] = []
      for (const make of [...makeFiles, makeScreens]) files.push(...(await make(content)))
      const page = pageOf(landingPage, await render('/', landingData(content, sheets), rendering))
      rendering.keep()
      return [page, ...sheets, ...files, ...staticPages]
    },
    own: (content: PublicContent, ownPage: OwnPage) => render(ownRoute(ownPage), pageData(content, settings, null, ownPage)),
    speaker: (content: PublicContent, speakerPage: SpeakerOwnPage) =>
      render('/ponente', { ...pageData(content, settings), speakerPage }),
    placeLink: (content: PublicContent, placeLinkPage: PlaceLinkPage) =>
      render('/cupo', { ...pageData(content, settings), placeLinkPage }),
    alert: (content: PublicContent, alert: AlertPage) => render('/aviso', { ...pageData(content, settings), alert }),
    certificate: (content: PublicContent, certificate: CertificatePage) =>
      render('/constancia', { ...pageData(content, settings), certificate }),
    refusedPage: async (content: PublicContent, refused: RefusedForm) =>
      render('/', landingData(content, await makeSheets(content), refused), landing.begin()),
    /** Throws Unavailable if too many previews wait, or if this preview takes too long. */
    async preview(content: PublicContent): Promise<RenderedPage> {
      if (oneAtATime.pendingCount >= maxWaitingPreviews) throw new Unavailable('too many previews are waiting')
      return oneAtATime(async () => {
        const rendering = previews.begin(maxPreviewMs)
        const page = await render('/', { ...pageData(content, settings), isPreview: true }, rendering)
        if (page.status !== 200) throw new Unavailable('a preview could not be drawn, or took too long')
        rendering.keep()
        return page
      })
    },
  }
}

function screens(render: Render, settings: Settings): (content: PublicContent) => Promise<Page[]> {
  let last: { names: string; make: ReturnType<typeof cachedFiles> } | null = null
  return (content) => {
    const routes = screenRoutes(content)
    const names = routes.map(({ name }) => name).join()
    if (last?.names !== names) last = { names, make: cachedFiles(routes, render, settings) }
    return last.make(content)
  }
}

function cachedFiles(routes: Route[], render: Render, settings: Settings): (content: PublicContent) => Promise<Page[]> {
  const parts = createParts()
  let last: { pages: Page[]; isUpToDate: (content: PublicContent) => boolean } | null = null
  return async (content) => {
    if (last?.isUpToDate(content)) return last.pages
    const rendering = parts.begin()
    const { tracked, isUpToDate } = trackReads(content)
    const data = contentData(tracked, settings)
    const pages = await inPieces(
      routes.map((route) => async () => pageOf(route, await render(route.route, data, rendering))),
      () => false,
    )
    rendering.keep()
    last = { pages, isUpToDate }
    return pages
  }
}

const pageOf = ({ route, name, urls }: Route, rendered: RenderedPage): Page => ({ name, urls, file: finish(route, rendered) })

const ends: Record<string, string> = {
  'text/html': '</html>',
  'text/calendar': 'END:VCALENDAR',
  'application/manifest+json': '}',
  'application/json': '}',
  'application/xml': '>',
}

function finish(route: string, { status, type, csp, body }: RenderedPage): SiteFile {
  const expected = route === '/404' ? 404 : 200
  if (status !== expected) throw new BrokenPage(`la página ${route} respondió ${status}`)
  const [mediaType = ''] = type.split(';')
  const end = body.subarray(-100).toString().trimEnd()
  if (!end.endsWith(ends[mediaType] ?? '')) throw new BrokenPage(`la página ${route} está incompleta`)
  const cacheControl = route === liveRoute.route ? briefly : revalidate
  return { body, hash: hashOf(body), type: `${mediaType}; charset=utf-8`, cacheControl, ...(csp && { csp }) }
}
