/** The site's pages: their list, their inputs, and the check for completeness. */
import pLimit from 'p-limit'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { cardName, cardOf } from '../drawing/share-card.ts'
import { Unavailable } from '../http/errors.ts'
import { revalidate } from '../http/representations.ts'
import { hashOf, type Page, type SiteFile } from '../serving/site.ts'
import { inPieces } from '../system/timing.ts'
import { createParts } from './parts.ts'
import type { CertificatePage, OwnPage, PageData, RefusedForm, Render, RenderedPage, SiteData } from './render.ts'
import { createItemPages, type ItemPlan, type Owners } from './render-item-pages.ts'

/** Static hosts expect this name. */
export const notFoundName = '404.html'

type Route = Omit<Page, 'file'> & { route: string }

type FieldOf<T> = keyof (T extends readonly (infer Item)[] ? Item : T) & string

/** Content fields that a file depends on. */
type Reads = { readonly [K in keyof PublicContent]?: readonly FieldOf<PublicContent[K]>[] }

const file = (route: string): Route => ({ route, name: route.slice(1), urls: [route] })
const page = (route: string): Route => ({ route, name: `${route.slice(1)}/index.html`, urls: [route, `${route}/`] })

const landingPage: Route = { route: '/', name: 'index.html', urls: ['/'] }

const programmeReads: Reads = {
  layout: ['sections'],
  hero: ['title', 'eventDate'],
  event: ['startTime', 'endTime'],
  events: [
    ...(['id', 'title', 'description', 'day', 'startTime', 'endTime', 'scenarioId', 'isPlenary', 'speakerIds'] as const),
    ...(['language', 'level', 'track', 'slug', 'sourceId'] as const),
  ],
  scenarios: ['id', 'name', 'description', 'sourceId'],
  speakers: [
    ...(['id', 'slug', 'name', 'title', 'company', 'bio', 'image', 'linkedinUrl', 'twitterUrl', 'links', 'sourceId'] as const),
  ],
}

/** Texts of the dialogs for talks and speakers. The page's link has their hash. */
const sheetsFile: Route & { reads: Reads } = {
  ...file('/fichas.html'),
  reads: {
    layout: ['sections'],
    hero: ['eventDate'],
    events: [
      ...([
        'id',
        'slug',
        'title',
        'description',
        'day',
        'startTime',
        'endTime',
        'scenarioId',
        'isPlenary',
        'speakerIds',
      ] as const),
      ...(['language', 'level', 'track'] as const),
    ],
    scenarios: ['id', 'name'],
    speakers: ['id', 'slug', 'name', 'title', 'company', 'bio', 'linkedinUrl', 'twitterUrl', 'links'],
  },
}

/** Rendered when their inputs change. `tests/publishing/declared-reads.test.ts` finds missing declarations. */
export const contentFiles: readonly (Route & { reads: Reads })[] = [
  sheetsFile,
  {
    ...file('/evento.ics'),
    reads: {
      hero: ['title', 'description', 'location', 'eventDate'],
      event: ['contactEmail', 'organiser', 'startTime', 'endTime'],
      events: ['id', 'day', 'startTime', 'endTime', 'scenarioId', 'isPlenary'],
    },
  },
  {
    ...file('/agenda.ics'),
    reads: {
      layout: ['sections'],
      hero: ['title', 'location', 'eventDate'],
      event: ['startTime', 'endTime'],
      events: [
        'id',
        'slug',
        'title',
        'description',
        'createdAt',
        'updatedAt',
        'day',
        'startTime',
        'endTime',
        'scenarioId',
        'isPlenary',
        'speakerIds',
      ],
      scenarios: ['id', 'name'],
      speakers: ['id', 'name', 'company'],
    },
  },
  { ...file('/schedule.json'), reads: programmeReads },
  { ...file('/schedule.xml'), reads: programmeReads },
  { ...file('/schedule.csv'), reads: programmeReads },
  {
    ...page('/privacidad'),
    reads: { hero: ['title'], event: ['contactEmail'], privacy: ['notice', 'retentionDays'], look: ['accent'] },
  },
  { ...page('/recuperar'), reads: { hero: ['title'], event: ['contactEmail'], look: ['accent'] } },
  { ...file('/sitemap.xml'), reads: { layout: ['sections'], events: ['slug'], speakers: ['slug'] } },
  { ...file('/manifest.webmanifest'), reads: { hero: ['title', 'description'] } },
]

/** Rendered once, without content. Reading content makes the first publish fail. */
const staticRoutes: readonly Route[] = [
  page('/login'),
  page('/clave'),
  page('/correo'),
  page('/admin'),
  page('/puerta'),
  file('/puerta.webmanifest'),
  { route: '/404', name: notFoundName, urls: [] },
  file('/robots.txt'),
]

type Settings = { publicOrigin: string; timeZone: string; mail: object | null } & Pick<SiteData, 'edition'>

const siteData = ({ publicOrigin, timeZone, edition }: Settings): SiteData => ({ origin: publicOrigin, timeZone, edition })

/** Builds the page's data from visible content and settings. */
export function pageData(
  content: PublicContent,
  settings: Settings,
  refused: RefusedForm | null = null,
  own: OwnPage | null = null,
  sheets: string = sheetsFile.route,
): PageData {
  const shareImage = `/${cardName(cardOf(content, settings.timeZone))}`
  return { ...siteData(settings), content, sendsMail: settings.mail !== null, shareImage, sheets, refused, own }
}

/** A page is incomplete. The message is for the panel. */
export class BrokenPage extends Error {}

type Pages = {
  /** Throws BrokenPage if a page is incomplete. */
  make(content: PublicContent): Promise<Page[]>
  /** Plans the pages of talks and speakers. Making them can throw BrokenPage. */
  plan(content: PublicContent, owners: Owners): ItemPlan
  refusedPage(content: PublicContent, refused: RefusedForm): Promise<RenderedPage>
  own(content: PublicContent, page: OwnPage): Promise<RenderedPage>
  certificate(content: PublicContent, page: CertificatePage): Promise<RenderedPage>
  /** Landing page for the editor, with a separate cache. Throws Unavailable if it takes too long or too many wait. */
  preview(content: PublicContent): Promise<RenderedPage>
}

/** Rendering time, without the time in the queue. */
const longestPreview = 10_000
const waitingPreviews = 10

/** Creates the pages of one publisher and caches unchanged ones. */
export function createPages(render: Render, settings: Settings): Pages {
  const [landing, previews] = [createParts(), createParts()]
  const files = contentFiles.map((file) => fileMaker(file, render, settings))
  const [sheets] = files
  const landingData = (content: PublicContent, sheets: Page | undefined, refused: RefusedForm | null = null) =>
    pageData(content, settings, refused, null, sheets && `${sheetsFile.route}?${sheets.file.hash.slice(0, 8)}`)
  const oneAtATime = pLimit(1)
  const around = createParts()
  const planItems = createItemPages(async (route, data) => {
    if (route.endsWith('.ics')) return pageOf(file(route), await render(route, data))
    // Header and footer come from the last page.
    const rendering = around.begin()
    const made = pageOf(page(route), await render(route, data, rendering))
    rendering.keep()
    return made
  }, siteData(settings))
  let unchanging: Page[] | null = null
  return {
    plan: planItems,
    async make(content) {
      unchanging ??= await Promise.all(
        staticRoutes.map(async (route) => pageOf(route, await render(route.route, siteData(settings)))),
      )
      const rendering = landing.begin()
      // The dialogs first, because the page names their hash.
      const made = await inPieces(
        files.map(
          ({ make }) =>
            () =>
              make(content),
        ),
        () => false,
      )
      const page = pageOf(landingPage, await render('/', landingData(content, made[0]), rendering))
      rendering.keep()
      return [page, ...made, ...unchanging]
    },
    own: (content, page) => render(page.asks ? '/asistencia' : '/registro', pageData(content, settings, null, page)),
    certificate: (content, certificate) => render('/constancia', { ...pageData(content, settings), certificate }),
    refusedPage: async (content, refused) =>
      render('/', landingData(content, await sheets?.make(content), refused), landing.begin()),
    async preview(content) {
      if (oneAtATime.pendingCount >= waitingPreviews) throw new Unavailable('too many previews are waiting')
      return oneAtATime(async () => {
        const rendering = previews.begin(longestPreview)
        const page = await render('/', { ...pageData(content, settings), isPreview: true }, rendering)
        // The renderer turns an error into a page.
        if (page.status !== 200) throw new Unavailable('a preview could not be drawn, or took too long')
        rendering.keep()
        return page
      })
    },
  }
}

type FileMaker = {
  make(content: PublicContent): Promise<Page>
}

/** Returns the cached file while its inputs are unchanged. */
function fileMaker(file: Route & { reads: Reads }, render: Render, settings: Settings): FileMaker {
  const parts = createParts()
  let last: { page: Page; content: PublicContent } | null = null
  return {
    async make(content) {
      if (last && isSame(file.reads, last.content, content)) return last.page
      const rendering = parts.begin()
      const page = pageOf(
        file,
        await render(file.route, { ...siteData(settings), content, sendsMail: settings.mail !== null }, rendering),
      )
      rendering.keep()
      last = { page, content }
      return page
    },
  }
}

/** Unchanged items are the same objects. */
function isSame(reads: Reads, before: PublicContent, now: PublicContent): boolean {
  return Object.entries(reads).every(([key, fields]) => {
    const itemsOf = (content: PublicContent): object[] => [content[key as keyof Reads]].flat()
    const [items, others] = [itemsOf(before), itemsOf(now)]
    const isSameItem = (item: object, other: object) =>
      item === other || fields.every((field) => Reflect.get(item, field) === Reflect.get(other, field))
    return items.length === others.length && items.every((item, index) => isSameItem(item, others[index] ?? {}))
  })
}

const pageOf = ({ route, name, urls }: Route, rendered: RenderedPage): Page => ({ name, urls, file: finish(route, rendered) })

/** A renderer that fails midway leaves out the end. */
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
  return { body, hash: hashOf(body), type: `${mediaType}; charset=utf-8`, cacheControl: revalidate, ...(csp && { csp }) }
}
