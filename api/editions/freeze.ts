import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EditionFile } from '../../data/editions/files.ts'
import { immutable } from '../http/representations.ts'
import { compress } from '../publishing/compress.ts'
import { inlineHashes } from '../publishing/policy.ts'
import { hashOf, isScreenFile, liveName, type Page, type Site, type SiteFile } from '../serving/site.ts'

const omittedPages = new Set([
  '404.html',
  'admin/index.html',
  liveName,
  'clave/index.html',
  'correo/index.html',
  'login/index.html',
  'manifest.webmanifest',
  'puerta.webmanifest',
  'puerta/index.html',
  'recuperar/index.html',
  'robots.txt',
  'sitemap.xml',
])

/**
 * Matches addresses of uploads. Pages of an ended edition keep these addresses and need no copies, because uploads never change.
 */
const uploadAddress = /\/public-objects\/([\w.-]+)/g

/**
 * Changes the addresses in all pages, so that they begin with the year, such as /2025/agenda. `assets` has the files by URL
 * path.
 */
export async function freeze(pages: readonly Page[], assets: Site['files'], { origin, year }: { origin: string; year: string }) {
  const keptPages = pages.filter(({ name }) => !omittedPages.has(name) && !isScreenFile(name))
  const loaded = await loadedBy(keptPages, assets)
  const urls = new Set([...keptPages.flatMap((page) => page.urls), ...loaded.keys()])
  const move = mover(urls, `/${year}`, origin)
  const files: EditionFile[] = []
  const uploads = new Set<string>()
  for (const page of [...keptPages, ...[...loaded].map(([url, file]): Page => ({ name: url.slice(1), urls: [url], file }))]) {
    const moved = move(page.file)
    if (isText(page.file)) for (const [, name = ''] of moved.body.toString().matchAll(uploadAddress)) uploads.add(name)
    const movedPage = { ...page, file: { ...page.file, ...moved } }
    const isUnchanged = moved.body.equals(page.file.body) && page.file.cacheControl === immutable
    const { file } = isUnchanged ? movedPage : await compress(movedPage)
    const { body, br, gzip, type, csp } = file
    files.push({ name: page.name, type, hash: hashOf(body), body, br, gzip, csp })
    await nextTurn()
  }
  return { files, uploads: [...uploads] }
}

const isText = ({ type }: SiteFile) => /^(text\/|application\/(json|xml|manifest))|svg/.test(type)

async function loadedBy(pages: readonly Page[], assets: Site['files']): Promise<Map<string, SiteFile>> {
  const byName = new Map([...assets.keys()].map((url) => [url.slice(url.lastIndexOf('/') + 1), url]))
  const loaded = new Map<string, SiteFile>()
  const look = (text: string) => {
    for (const [name] of text.matchAll(/[\w.-]+\.(?:css|js|svg|woff2|webp|png|ico)\b/g)) {
      const url = byName.get(name)
      const file = url && !loaded.has(url) && assets.get(url)
      if (!url || !file) continue
      loaded.set(url, file)
      if (isText(file)) look(file.body.toString())
    }
  }
  for (const { file } of pages) {
    if (isText(file)) look(file.body.toString())
    await nextTurn()
  }
  return loaded
}

function mover(urls: ReadonlySet<string>, folder: string, origin: string) {
  const isIn = (address: string) => urls.has(address.split(/[?#]/, 1)[0] ?? '')
  const inOrigin = new RegExp(`(${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})(/[^\\s"'<>\\\\)&;]*)`, 'g')
  const within = (text: string) =>
    text
      .replace(inOrigin, (match, site, address) => (isIn(address) ? `${site}${folder}${address}` : match))
      // Skips a single '/', because it may be plain text in a script.
      .replace(/(["'`(])(\/[^"'`()\s]+)(?=["'`)])/g, (match, before, address) =>
        isIn(address) ? `${before}${folder}${address}` : match,
      )
  // Links with `data-present` keep leading to the present edition.
  const inPage = (text: string) => within(text).replace(/((?<!data-present) href=")(\/(?:[?#][^"]*)?")/g, `$1${folder}$2`)

  return ({ type, body, csp }: SiteFile): Pick<SiteFile, 'body' | 'csp'> => {
    const file = { type, body } as SiteFile
    if (!isText(file)) return { body }
    const before = body.toString()
    if (!type.startsWith('text/html')) return { body: Buffer.from(within(before)) }
    const after = inPage(before)
    const renamed = renamedHashes(before, after)
    const withHashes = (text: string) => [...renamed].reduce((all, [old, hash]) => all.replaceAll(old, hash), text)
    return { body: Buffer.from(withHashes(after)), ...(csp !== undefined && { csp: withHashes(csp) }) }
  }
}

function renamedHashes(before: string, after: string): Map<string, string> {
  const now = inlineHashes(after)
  return new Map(inlineHashes(before).map((hash, index) => [hash, now[index] ?? hash]))
}
