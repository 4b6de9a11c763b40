import type { Content } from '../../data/content/schema.ts'
import type { Site, SiteFile } from '../serving/site.ts'

const dynamicPaths = /^\/(api|constancia|ponente|public-objects|registro|upload)\/|^\/(charlas|speakers)\/[^/]+\.png$/

/** The returned function returns false only if a link is surely broken. `years` are the years of past editions. */
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
    if (dynamicPaths.test(url.pathname) || years.includes(url.pathname.split('/')[1] ?? '')) return true
    const file = site.files.get(url.pathname)
    if (!file) return false
    // The text after ':~:' is for the browser to find and highlight. It is not part of the id.
    const [part = ''] = decoded(url.hash.slice(1)).split(':~:')
    return part === '' || isTop.test(part) || !file.type.startsWith('text/html') || partsOf(file).has(part) || items.has(part)
  }
}

/** Browsers find #top in every page: https://html.spec.whatwg.org/#find-a-potential-indicated-element */
const isTop = /^top$/i

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

let last: { hash: string; parts: Set<string> } | null = null

function partsOf({ hash, body }: SiteFile): Set<string> {
  if (last?.hash !== hash)
    last = { hash, parts: new Set([...body.toString().matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)) }
  return last.parts
}
