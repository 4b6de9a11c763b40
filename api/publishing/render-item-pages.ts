import type { itemFolders } from '../serving/item-files.ts'
/** Pages of talks and speakers: which to make, keep and remove. */

import { keptFor } from '../../data/memo.ts'
import { type ItemPage, itemPages, type Surroundings, surroundingsOf } from '../../data/programme/item-pages.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import { revalidate } from '../http/representations.ts'
import { type Bytes, hashOf, type Page } from '../serving/site.ts'
import type { ItemData, SiteData } from './render.ts'

/** Item ids by current and former slug, and addresses in archived editions with their year. */
export type Owners = {
  events: ReadonlyMap<string, string>
  speakers: ReadonlyMap<string, string>
  inEditions: ReadonlyMap<string, string>
}

/** `pages` is null until `make` has run. */
export type PlannedItem = {
  pages: readonly Page[] | null
  make: () => Promise<readonly Page[]>
}

export type ItemPlan = { items: PlannedItem[]; names: Set<string> }

type Make = (route: string, data: ItemData) => Promise<Page>

type Item = { key: string; names: string[]; make: () => Promise<Page[]> }

/** Plans item pages and caches the ones already made. */
export function createItemPages(make: Make, site: SiteData) {
  let kept = new Map<string, { key: string; pages: Page[] }>()
  let last: { shared: string; content: PublicContent; owners: Owners; items: Map<string, Item> } | null = null

  return (content: PublicContent, owners: Owners): ItemPlan => {
    const around = surroundingsOf(content, content.offer.state)
    const shared = JSON.stringify(around)
    // Unchanged lists are the same objects, and most saves change no item page.
    const isSame =
      last?.shared === shared &&
      (['events', 'speakers', 'scenarios'] as const).every((list) => last?.content[list] === content[list]) &&
      last.owners.events.size === owners.events.size &&
      last.owners.speakers.size === owners.speakers.size
    const items = isSame && last ? last.items : itemsOf(content, around, shared, owners)
    last = { shared, content, owners, items }
    const plan: ItemPlan = { items: [], names: new Set() }
    const before = kept
    const next: typeof kept = new Map()
    kept = next
    for (const [route, { key, names, make }] of items) {
      for (const name of names) plan.names.add(name)
      const known = before.get(route)
      const isKnown = known?.key === key
      if (isKnown) next.set(route, known)
      plan.items.push({
        pages: isKnown ? known.pages : null,
        async make() {
          const pages = next.get(route)?.pages ?? (await make())
          next.set(route, { key, pages })
          return pages
        },
      })
    }
    return plan
  }

  function itemsOf(content: PublicContent, around: Surroundings, shared: string, owners: Owners): Map<string, Item> {
    const items = new Map<string, Item>()
    const { talks, speakers } = itemPages(content, site.timeZone)
    const add = (route: string, routes: string[], item: ItemPage, own: object) => {
      const data = { ...site, item }
      items.set(route, {
        key: shared + textOf(own),
        names: routes.map(nameOf),
        make: async () => {
          const pages: Page[] = []
          for (const one of routes) pages.push(await make(one, data))
          return pages
        },
      })
    }
    for (const talk of talks) {
      const route = `/charlas/${talk.slug}`
      add(route, [route, `${route}.ics`], { around, talk }, talk)
    }
    for (const speaker of speakers) {
      const route = `/speakers/${speaker.slug}`
      add(route, [route], { around, speaker }, speaker)
    }
    leadOn(items, 'charlas', owners.events, new Map(talks.map(({ id, slug, title }) => [id, { slug, name: title }])))
    leadOn(items, 'speakers', owners.speakers, new Map(speakers.map(({ id, slug, name }) => [id, { slug, name }])))
    for (const [from, year] of owners.inEditions) {
      if (items.has(from)) continue
      const make = async () => [forwarding(from, site.origin, `/${year}${from}`, `Edición ${year}`)]
      items.set(from, { key: year, names: [nameOf(from)], make })
    }
    return items
  }

  /** Redirects for former addresses. Calendars too, because programs poll them. */
  function leadOn(
    items: Map<string, Item>,
    folder: (typeof itemFolders)[number],
    owners: ReadonlyMap<string, string>,
    shown: ReadonlyMap<string, { slug: string; name: string }>,
  ): void {
    for (const [slug, id] of owners) {
      const now = shown.get(id)
      if (!now || now.slug === slug) continue
      const [from, to] = [`/${folder}/${slug}`, `/${folder}/${now.slug}`]
      const page = forwarding(from, site.origin, to, now.name)
      const talk = folder === 'charlas' ? items.get(to) : undefined
      const names = [nameOf(from), ...(talk ? [nameOf(`${from}.ics`)] : [])]
      const make = async () => [page, ...(talk ? [movedCalendar(from, to, await talk.make())] : [])]
      items.set(from, { key: `${to} ${talk?.key ?? now.name}`, names, make })
    }
  }
}

/** Full calendar for static hosts; this process redirects. */
function movedCalendar(from: string, to: string, pages: readonly Page[]): Page {
  const now = pages.find(({ urls }) => urls.includes(`${to}.ics`))
  if (!now) throw new Error(`${to} has no calendar`)
  const { br: _, gzip: __, ...file } = now.file
  return { name: nameOf(`${from}.ics`), urls: [`${from}.ics`], file: { ...file, movedTo: `${to}.ics` } }
}

/** Cached by object. */
const textOf = keptFor((own: object) => JSON.stringify(own))

const nameOf = (route: string) => (route.endsWith('.ics') ? route.slice(1) : `${route.slice(1)}/index.html`)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** HTML redirect for static hosts. This process answers with 301. */
function forwarding(from: string, origin: string, to: string, name: string): Page {
  const title = name.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
  const body: Bytes = Buffer.from(
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'"><title>${title}</title><meta name="robots" content="noindex"><link rel="canonical" href="${origin}${to}"><meta http-equiv="refresh" content="0;url=${to}"></head><body><p><a href="${to}">${title}</a></p></body></html>`,
  )
  const type = 'text/html; charset=utf-8'
  return {
    name: nameOf(from),
    urls: [from, `${from}/`],
    file: { body, hash: hashOf(body), type, cacheControl: revalidate, csp: "default-src 'none'", movedTo: to },
  }
}
