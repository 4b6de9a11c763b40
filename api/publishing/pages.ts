/** The pages of the site: which there are, what each is made from, and the check that a rendered one is complete. */
import type { PublicContent } from '../../data/content/public-content.ts'
import type { Config } from '../config.ts'
import { revalidate } from '../http/representations.ts'
import { hashOf, type Page, type SiteFile } from '../serving/site.ts'
import { createParts } from './parts.ts'
import type { OwnPage, PageData, RefusedForm, Render, RenderedPage, SiteData } from './render.ts'
import { cardName, cardOf } from './share-card.ts'

/** The page for addresses that do not exist; static hosts look for it by this name. */
export const notFoundName = '404.html'

type Route = Omit<Page, 'file'> & { route: string }

type FieldOf<T> = keyof (T extends readonly (infer Item)[] ? Item : T) & string

/** What of the content a file is made from: fields of sections, and of the items of lists. */
type Reads = { readonly [K in keyof PublicContent]?: readonly FieldOf<PublicContent[K]>[] }

const file = (route: string): Route => ({ route, name: route.slice(1), urls: [route] })
const page = (route: string): Route => ({ route, name: `${route.slice(1)}/index.html`, urls: [route, `${route}/`] })

const landingPage: Route = { route: '/', name: 'index.html', urls: ['/'] }

/** Rendered when something changes of what they read: `tests/publishing/declared-reads.test.ts` says what is missing here. */
export const contentFiles: readonly (Route & { reads: Reads })[] = [
  {
    ...file('/evento.ics'),
    reads: {
      hero: ['title', 'description', 'location', 'eventDate'],
      event: ['contactEmail', 'organiser', 'endTime'],
      events: ['id', 'day', 'startTime', 'endTime', 'scenarioId', 'isPlenary'],
    },
  },
  {
    ...file('/agenda.ics'),
    reads: {
      hero: ['title', 'location', 'eventDate'],
      event: ['endTime'],
      events: ['id', 'title', 'description', 'createdAt', 'day', 'startTime', 'endTime', 'scenarioId', 'isPlenary', 'speakerIds'],
      scenarios: ['id', 'name'],
      speakers: ['id', 'name', 'company'],
    },
  },
  {
    ...page('/privacidad'),
    reads: { hero: ['title'], event: ['contactEmail'], privacy: ['notice', 'retentionDays'] },
  },
  { ...file('/manifest.webmanifest'), reads: { hero: ['title', 'description'] } },
]

/** Rendered once, without content. One that reads content all the same fails at the first publish. */
const staticRoutes: readonly Route[] = [
  page('/login'),
  page('/admin'),
  { route: '/404', name: notFoundName, urls: [] },
  file('/robots.txt'),
  file('/sitemap.xml'),
]

type Settings = Pick<Config, 'publicOrigin' | 'timeZone' | 'mail'>

const siteData = ({ publicOrigin, timeZone }: Settings): SiteData => ({ origin: publicOrigin, timeZone })

/** What the registration page is made from: what visitors may see of the content, and how this process was told to run. */
export function pageData(
  content: PublicContent,
  settings: Settings,
  refused: RefusedForm | null = null,
  own: OwnPage | null = null,
): PageData {
  const shareImage = `/${cardName(cardOf(content, settings.timeZone))}`
  return { ...siteData(settings), content, sendsMail: settings.mail !== null, shareImage, refused, own }
}

/** A page was rendered incompletely. The message is for the panel. */
export class BrokenPage extends Error {}

type Pages = {
  /** Makes and checks every page of the site from what visitors may see. Throws BrokenPage when one is incomplete. */
  make(content: PublicContent): Promise<Page[]>
  /** The landing page as an answer to a refused form. Published nowhere, and nothing of it is kept. */
  refusedPage(content: PublicContent, refused: RefusedForm): Promise<RenderedPage>
  /** A visitor's own registration. Published nowhere, and nothing of it is kept. */
  own(content: PublicContent, page: OwnPage): Promise<RenderedPage>
  /** The landing page for one editor. Published nowhere; its parts are kept apart, for their items say which they are. */
  preview(content: PublicContent): Promise<RenderedPage>
}

/** The pages of one publisher, which keeps of them what a change of the content leaves as it is. */
export function createPages(render: Render, settings: Settings): Pages {
  const [landing, previews] = [createParts(), createParts()]
  const files = contentFiles.map((file) => fileMaker(file, render, settings))
  let unchanging: Page[] | null = null
  return {
    async make(content) {
      unchanging ??= await Promise.all(
        staticRoutes.map(async (route) => pageOf(route, await render(route.route, siteData(settings)))),
      )
      const rendering = landing.begin()
      const made = await Promise.all([
        render('/', pageData(content, settings), rendering).then((page) => pageOf(landingPage, page)),
        ...files.map((make) => make(content)),
      ])
      rendering.keep()
      return [...made, ...unchanging]
    },
    own: (content, page) => render('/registro', pageData(content, settings, null, page)),
    refusedPage: (content, refused) => render('/', pageData(content, settings, refused), landing.begin()),
    async preview(content) {
      const rendering = previews.begin()
      const page = await render('/', { ...pageData(content, settings), isPreview: true }, rendering)
      rendering.keep()
      return page
    },
  }
}

/** Makes one file, and gives the same one again while what it was made from stays the same. */
function fileMaker(
  file: Route & { reads: Reads },
  render: Render,
  settings: Settings,
): (content: PublicContent) => Promise<Page> {
  const parts = createParts()
  let last: { page: Page; content: PublicContent } | null = null
  return async (content) => {
    if (last && isSame(file.reads, last.content, content)) return last.page
    const rendering = parts.begin()
    const page = pageOf(file, await render(file.route, { ...siteData(settings), content }, rendering))
    rendering.keep()
    last = { page, content }
    return page
  }
}

/** Whether two contents are the same in all that is read. An item that nobody changed is the same object in both. */
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

/** How a complete file of each type ends. A renderer that fails midway leaves it out. */
const ends: Record<string, string> = {
  'text/html': '</html>',
  'text/calendar': 'END:VCALENDAR',
  'application/manifest+json': '}',
  'application/xml': '</urlset>',
}

function finish(route: string, { status, type, csp, body }: RenderedPage): SiteFile {
  const expected = route === '/404' ? 404 : 200
  if (status !== expected) throw new BrokenPage(`la página ${route} respondió ${status}`)
  const [mediaType = ''] = type.split(';')
  const end = body.subarray(-100).toString().trimEnd()
  if (!end.endsWith(ends[mediaType] ?? '')) throw new BrokenPage(`la página ${route} está incompleta`)
  return { body, hash: hashOf(body), type: `${mediaType}; charset=utf-8`, cacheControl: revalidate, ...(csp && { csp }) }
}
