/** Whether addresses of this site lead somewhere. */
import type { Content } from '../../data/content/schema.ts'
import type { Site, SiteFile } from '../serving/site.ts'

/**
 * What the process answers besides the published files, by how its paths begin. Whether a constancia or an edition that is over
 * has the page that is meant is not looked at: a link is called wrong only where it surely is.
 */
const answered = /^\/(api|constancia|public-objects|registro|upload)\/|^\/(charlas|speakers)\/[^/]+\.png$/

/**
 * Returns a function that says whether an address leads somewhere: a page and a part of it, where it is of the site at `origin`;
 * `years` are those of editions that are over.
 */
export function linkCheck(
  site: Site,
  { events, speakers }: Content,
  { origin, years }: { origin: string; years: readonly string[] },
): (address: string) => boolean {
  const items = new Set([
    ...events.filter(({ isActive }) => isActive).map(({ id }) => `evento-${id}`),
    ...speakers.filter(({ isActive }) => isActive).map(({ id }) => `speaker-${id}`),
  ])
  return (address) => {
    const url = URL.parse(address)
    if (!url || url.origin !== origin) return true
    if (answered.test(url.pathname) || years.includes(url.pathname.split('/')[1] ?? '')) return true
    const file = site.files.get(url.pathname)
    if (!file) return false
    // What follows ':~:' is for the browser alone, which looks for those words by itself.
    const [part = ''] = decoded(url.hash.slice(1)).split(':~:')
    return part === '' || isTop.test(part) || !file.type.startsWith('text/html') || partsOf(file).has(part) || items.has(part)
  }
}

/** Where a page has no such part, it is its beginning (https://html.spec.whatwg.org/#find-a-potential-indicated-element). */
const isTop = /^top$/i

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

let last: { hash: string; parts: Set<string> } | null = null

/** The ids in a page, read again when it is another. */
function partsOf({ hash, body }: SiteFile): Set<string> {
  if (last?.hash !== hash)
    last = { hash, parts: new Set([...body.toString().matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)) }
  return last.parts
}
