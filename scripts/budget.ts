/** Limits for a first visit, in bytes with Brotli. A build above them fails. */
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { loadRender, type PageData } from '../api/publishing/render.ts'
import { type Availability, openToAll } from '../data/content/places.ts'
import type { Content } from '../data/content/schema.ts'
import { contentDefaults } from '../data/content/stored.ts'
import { nothingLive } from '../data/programme/live.ts'
import { beforehand } from '../data/programme/public-content.ts'
import { hasPlaces } from '../data/seats/sessions.ts'
import { large, largest } from '../demo/large/large.ts'
import { demoContent } from '../demo/page-content.ts'
import { headerLogo, heroLogo } from '../demo/pictures/logos.ts'
import { scene } from '../demo/pictures/scene.ts'

const kilobyte = 1024

/** The first four limits are for the HTML without content and of three samples. `scripts` and `everything` are for the small sample. */
const budgets = {
  defaultPage: 16 * kilobyte,
  demoPage: 24 * kilobyte,
  largePage: 45 * kilobyte,
  largestPage: 55 * kilobyte,
  scripts: 75 * kilobyte,
  everything: 130 * kilobyte,
  /** The door's page, its script and the script that reads codes. */
  door: 35 * kilobyte,
}

/** README.md has some of these weights. */
type Weights = Record<keyof typeof budgets | 'typeface' | 'drawings' | 'largeSheets', number>

export async function weigh(distDir: string): Promise<Weights> {
  const render = await loadRender(distDir)
  const page = async (content: Content, route = '/') =>
    (
      await render(route, {
        ...surroundings,
        content: {
          ...content,
          offer: openToAll,
          now: beforehand,
          editions: [],
          live: nothingLive,
          availability: availabilityIn(content),
        },
      })
    ).body.toString()
  const [defaultHtml, demoHtml] = [await page(contentDefaults), await page(await demoContent())]

  const clientDir = join(distDir, 'client')
  const sent = (path: string) => compressed(readFileSync(join(clientDir, path)))
  const scripts = sum([...scriptsOf(demoHtml, clientDir), '/sw.js'].map(sent))
  // Fonts are already compressed.
  const fonts = sum(fontsOf(demoHtml).map((path) => readFileSync(join(clientDir, path)).length))
  const drawings = await picturesAbove()
  const demoPage = compressed(Buffer.from(demoHtml))
  const largeContent = await demoContent(large)
  const door = await doorAssets(distDir)
  return {
    defaultPage: compressed(Buffer.from(defaultHtml)),
    demoPage,
    largePage: compressed(Buffer.from(await page(largeContent))),
    largeSheets: compressed(Buffer.from(await page(largeContent, '/fichas.html'))),
    largestPage: compressed(Buffer.from(await page(await demoContent(largest())))),
    scripts,
    typeface: fonts,
    drawings,
    door:
      compressed(Buffer.from(door.page)) +
      sum([...door.assets.filter((path) => path.endsWith('.js')), '/puerta-sw.js'].map(sent)),
    everything: demoPage + scripts + fonts + sent('/favicon.svg') + drawings,
  }
}

const availabilityIn = ({ events }: Content): Record<string, Availability> =>
  Object.fromEntries(events.filter(hasPlaces).map(({ id }) => [id, 'open']))

/** Returns paths of built files that the page loads at once. */
export async function pageAssets(distDir: string): Promise<string[]> {
  const render = await loadRender(distDir)
  const html = (
    await render('/', {
      ...surroundings,
      content: { ...contentDefaults, offer: openToAll, now: beforehand, editions: [], live: nothingLive, availability: {} },
    })
  ).body.toString()
  return [...scriptsOf(html, join(distDir, 'client')), ...fontsOf(html)]
}

/** Returns the door's files, which are equal for every conference. */
export async function doorAssets(distDir: string): Promise<{ page: string; assets: string[] }> {
  const render = await loadRender(distDir)
  const page = (await render('/puerta', { origin: surroundings.origin, timeZone: surroundings.timeZone })).body.toString()
  return { page, assets: [...scriptsOf(page, join(distDir, 'client')), ...fontsOf(page)] }
}

export function brokenBudgets(weights: Weights): string[] {
  const names = Object.keys(budgets) as (keyof typeof budgets)[]
  return names
    .filter((name) => weights[name] > budgets[name])
    .map((name) => `${name}: ${weights[name]} bytes, at most ${budgets[name]}`)
}

const surroundings: Omit<PageData, 'content'> = {
  origin: 'https://conferencia.example',
  timeZone: 'America/Guatemala',
  shareImage: '/compartir-00000000.png',
  sheets: '/fichas.html?00000000',
  sendsMail: true,
  refused: null,
  own: null,
}

/** Returns the bytes of pictures that load before scrolling. The About image is near enough to load early. */
async function picturesAbove(): Promise<number> {
  return sum([await headerLogo(), await heroLogo(), scene()].map((drawing) => compressed(Buffer.from(drawing))))
}

const fontsOf = (html: string) => [...html.matchAll(/url\("([^"]+\.woff2)"\)/g)].map(([, path = '']) => path)

/** Returns paths of the page's scripts and of all scripts that they import. Some imports of `src` scripts wait for the first paint. */
function scriptsOf(html: string, clientDir: string): Set<string> {
  const paths = new Set<string>()
  const codeOf = (path: string) => readFileSync(join(clientDir, path), 'utf8')
  const addMatches = (path: string, pattern: RegExp) => {
    for (const [, imported = ''] of codeOf(path).matchAll(pattern)) add(posix.join(dirname(path), imported))
  }
  const add = (path: string) => {
    if (paths.has(path)) return
    paths.add(path)
    addMatches(path, /(?:from|import)\s*["'](\.[^"']+\.js)["']/g)
    // A script does not import its workers, but contains their URLs.
    for (const [, worker = ''] of codeOf(path).matchAll(/new URL\(["'`](\/_assets\/[^"'`]+\.js)["'`]/g)) add(worker)
  }
  const inPage = (attributes: string) =>
    html.matchAll(new RegExp(`(?:${attributes})\\s*=?\\s*["'](/_assets/[^"']+\\.js)["']`, 'g'))
  for (const [, path = ''] of inPage('component-url|renderer-url|src|from|import')) add(path)
  for (const [, path = ''] of inPage('src')) addMatches(path, /import\(["'`](\.[^"'`]+\.js)["'`]\)/g)
  return paths
}

const compressed = (body: Buffer) => brotliCompressSync(body).length
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
