import { isDeepStrictEqual } from 'node:util'
import { memoized } from '../../data/memo.ts'
import { type ItemPage, itemPages, type Surroundings, surroundingsOf } from '../../data/programme/item-pages.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { revalidate } from '../http/representations.ts'
import { hashOf, type itemFolders, type Page } from '../serving/site.ts'
import type { ItemData } from './render.ts'

/** `events` and `speakers` are ids by current or former slug. `inEditions` are years by address. */
export type Owners = {
  events: ReadonlyMap<string, string>
  speakers: ReadonlyMap<string, string>
  inEditions: ReadonlyMap<string, string>
}

export type PlannedItem = { pages: readonly Page[] | null; make: () => Promise<readonly Page[]> }

type ItemPlan = { items: PlannedItem[]; names: Set<string> }

type ItemSite = Omit<ItemData, 'item'>

type Make = (route: string, data: ItemData) => Promise<Page>

type Item = { key: string; names: string[]; make: () => Promise<Page[]> }

export function createItemPages(make: Make, site: ItemSite) {
  let cache = new Map<string, { key: string; pages: Page[] }>()
  let last: { shared: string; content: PublicContent; owners: Owners; items: Map<string, Item> } | null = null

  return (content: PublicContent, owners: Owners): ItemPlan => {
    const around = surroundingsOf(content)
    const shared = JSON.stringify(around)
    const isSame =
      last?.shared === shared &&
      (['events', 'speakers', 'scenarios'] as const).every((list) => last?.content[list] === content[list]) &&
      last.owners.events.size === owners.events.size &&
      last.owners.speakers.size === owners.speakers.size &&
      isDeepStrictEqual(last.content.availability, content.availability)
    const items = isSame && last ? last.items : itemsOf(content, around, shared, owners, make, site)
    last = { shared, content, owners, items }
    const previousCache = cache
    const nextCache: typeof cache = new Map()
    cache = nextCache
    const planned = [...items].map(([route, { key, make }]): PlannedItem => {
      const cached = previousCache.get(route)
      const isUpToDate = cached?.key === key
      if (isUpToDate) nextCache.set(route, cached)
      return {
        pages: isUpToDate ? cached.pages : null,
        async make() {
          const pages = nextCache.get(route)?.pages ?? (await make())
          nextCache.set(route, { key, pages })
          return pages
        },
      }
    })
    return { items: planned, names: new Set([...items.values()].flatMap(({ names }) => names)) }
  }
}

function itemsOf(
  content: PublicContent,
  around: Surroundings,
  shared: string,
  owners: Owners,
  make: Make,
  site: ItemSite,
): Map<string, Item> {
  const items = new Map<string, Item>()
  const { talks, speakers } = itemPages(content, site.timeZone)
  const add = (routes: [string, ...string[]], item: ItemPage, fields: object) => {
    const data = { ...site, item }
    items.set(routes[0], {
      key: shared + textOf(fields),
      names: routes.map(nameOf),
      async make() {
        const pages: Page[] = []
        for (const route of routes) pages.push(await make(route, data))
        return pages
      },
    })
  }
  for (const talk of talks) add([`/charlas/${talk.slug}`, `/charlas/${talk.slug}.ics`], { around, talk }, talk)
  for (const speaker of speakers) add([`/speakers/${speaker.slug}`], { around, speaker }, speaker)
  const talkNames = new Map(talks.map(({ id, slug, title }) => [id, { slug, name: title }]))
  const speakerNames = new Map(speakers.map(({ id, slug, name }) => [id, { slug, name }]))
  addRedirects(items, 'charlas', owners.events, talkNames, site.origin)
  addRedirects(items, 'speakers', owners.speakers, speakerNames, site.origin)
  for (const [from, year] of owners.inEditions) {
    if (items.has(from)) continue
    const makePages = async () => [forwarding(from, site.origin, `/${year}${from}`, `Edición ${year}`)]
    items.set(from, { key: year, names: [nameOf(from)], make: makePages })
  }
  return items
}

function addRedirects(
  items: Map<string, Item>,
  folder: (typeof itemFolders)[number],
  owners: ReadonlyMap<string, string>,
  visibleItems: ReadonlyMap<string, { slug: string; name: string }>,
  origin: string,
): void {
  for (const [slug, id] of owners) {
    const current = visibleItems.get(id)
    if (!current || current.slug === slug) continue
    const [from, to] = [`/${folder}/${slug}`, `/${folder}/${current.slug}`]
    const page = forwarding(from, origin, to, current.name)
    const talk = folder === 'charlas' ? items.get(to) : undefined
    const names = [nameOf(from), ...(talk ? [nameOf(`${from}.ics`)] : [])]
    const make = async () => [page, ...(talk ? [movedCalendar(from, to, await talk.make())] : [])]
    items.set(from, { key: `${to} ${talk?.key ?? current.name}`, names, make })
  }
}

function movedCalendar(from: string, to: string, pages: readonly Page[]): Page {
  const calendar = pages.find(({ urls }) => urls.includes(`${to}.ics`))
  if (!calendar) throw new Error(`${to} has no calendar`)
  const { br: _, gzip: __, ...file } = calendar.file
  return { name: nameOf(`${from}.ics`), urls: [`${from}.ics`], file: { ...file, movedTo: `${to}.ics` } }
}

const textOf = memoized((fields: object) => JSON.stringify(fields))

const nameOf = (route: string) => (route.endsWith('.ics') ? route.slice(1) : `${route.slice(1)}/index.html`)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function forwarding(from: string, origin: string, to: string, name: string): Page {
  const title = name.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
  const body = Buffer.from(
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'"><title>${title}</title><meta name="robots" content="noindex"><link rel="canonical" href="${origin}${to}"><meta http-equiv="refresh" content="0;url=${to}"></head><body><p><a href="${to}">${title}</a></p></body></html>`,
  )
  const type = 'text/html; charset=utf-8'
  return {
    name: nameOf(from),
    urls: [from, `${from}/`],
    file: { body, hash: hashOf(body), type, cacheControl: revalidate, csp: "default-src 'none'", movedTo: to },
  }
}
