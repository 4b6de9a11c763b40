import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { endings, immutable, revalidate } from '../http/representations.ts'
import { hashOf, itemFolders, type Page, type Site, type SiteFile } from '../serving/site.ts'
import { isCompressible, isFormOf } from './compress.ts'
import { isInPlace, stage, temporaryEnding } from './staging.ts'

const compressedEnding = /\.(br|gz)$/

export async function readAssets(clientDir: string): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>()
  for (const entry of await readdir(clientDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || compressedEnding.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const url = urlOf(clientDir, path)
    files.set(url, readAsset(path, url))
  }
  return files
}

function readAsset(path: string, url: string): SiteFile {
  const body = readFileSync(path)
  const beside = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
  return {
    body,
    br: beside(endings.br),
    gzip: beside(endings.gzip),
    hash: hashOf(body),
    type: getMimeType(path) ?? 'application/octet-stream',
    cacheControl: url.startsWith('/_assets/') ? immutable : revalidate,
  }
}

export async function writeAssets(wwwDir: string, assets: Site['files']): Promise<void> {
  await mkdir(wwwDir, { recursive: true })
  const files = [...assets].map(([url, file]) => ({ name: url.slice(1), file }))
  const missing = files.filter((file) => !isInPlace(wwwDir, file))
  await (await stage(wwwDir, missing)).swapIn()
}

export async function pageOnDisk(wwwDir: string, page: Page): Promise<Page | null> {
  const path = join(wwwDir, page.name)
  const read = (ending = '') => readFile(path + ending).catch(() => null)
  const body = await read()
  if (!body?.equals(page.file.body)) return null
  if (!isCompressible(page)) return page
  const [br, gzip] = [await read(endings.br), await read(endings.gzip)]
  const isComplete = br && gzip && (await isFormOf(page, 'br', br)) && (await isFormOf(page, 'gzip', gzip))
  return isComplete ? { ...page, file: { ...page.file, br, gzip } } : null
}

export async function oldPageOnDisk(wwwDir: string, page: Page): Promise<Page | null> {
  const body = await readFile(join(wwwDir, page.name)).catch(() => null)
  if (!body) return null
  const { br, gzip, csp, ...rest } = page.file
  const policy = body.toString().split('<meta http-equiv="content-security-policy" content="')[1]?.split('"', 1)[0]
  // The page lacks this directive, because it works only in a header.
  const framing = /frame-ancestors[^;]*;?/.exec(csp ?? '')?.[0] ?? ''
  const file = { ...rest, ...(policy !== undefined && { csp: `${framing} ${policy}`.trim() }), body, hash: hashOf(body) }
  return (await pageOnDisk(wwwDir, { ...page, file })) ?? { ...page, file }
}

export async function removeFile(path: string): Promise<void> {
  for (const ending of [...Object.values(endings), '']) await rm(path + ending, { force: true })
  if (basename(path).startsWith('index.html')) await rmdir(dirname(path)).catch(() => {})
}

export async function removeLeftovers(wwwDir: string, files: Site['files']): Promise<void> {
  for (const entry of await readdir(wwwDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = urlOf(wwwDir, path)
    const address = url.replace(compressedEnding, '').replace(/\/index\.html$/, '')
    const isLeftover = removable.test(url) && !files.has(address)
    if (entry.isFile() && (isLeftover || url.endsWith(temporaryEnding))) await removeFile(path)
  }
}

const removable = new RegExp(`^/(_assets/|compartir-|pantalla/|(${itemFolders.join('|')})/(?!.*\\.png$))`)

const urlOf = (root: string, path: string) => path.slice(root.length).split(sep).join('/')
