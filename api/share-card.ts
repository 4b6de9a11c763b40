/** The picture that messengers show for a link: 1200×630 px, PNG, because they ignore SVG. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import sharp from 'sharp'
import type { Content } from '../data/schema.ts'
import type { Page } from './pages.ts'
import { type Bytes, hashOf, revalidate } from './site.ts'

/** The words on the card. */
export type ShareCard = { title: string; day: string; location: string }

export type DrawCard = (card: ShareCard) => Promise<Bytes>

const width = 1200
const height = 630
const paper = '#fdfaf5'
const ink = '#1d1838'
const cochineal = '#b3123f'

const require = createRequire(import.meta.url)
const fontFile = (weight: number) =>
  require.resolve(`@fontsource/funnel-display/files/funnel-display-latin-${weight}-normal.woff`)

/** Draws the card. Takes a few hundred milliseconds: call it only when the words have changed. */
export async function drawShareCard({ title, day, location }: ShareCard): Promise<Bytes> {
  // Loaded on first use: it brings a layout engine that the process otherwise never needs.
  const { default: satori } = await import('satori')
  const text = (content: string, style: object) => ({
    type: 'div',
    props: { style: { width: 680, ...style }, children: content },
  })
  const column = {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    width: 820,
    height,
    padding: '0 70px',
    gap: 26,
  }
  const words = [
    text('SAVE THE DATE', { fontSize: 26, color: cochineal, letterSpacing: 5 }),
    text(title, { fontSize: title.length > 24 ? 76 : 100, lineHeight: 1, color: ink, letterSpacing: -1 }),
    text(day, { fontSize: 52, color: ink }),
    text(location, { fontSize: 30, lineHeight: 1.3, color: ink, fontWeight: 400 }),
  ]
  const layer = await satori({ type: 'div', props: { style: { ...column, fontWeight: 800 }, children: words } } as never, {
    width: 820,
    height,
    fonts: ([400, 800] as const).map((weight) => ({ name: 'Funnel Display', weight, data: readFileSync(fontFile(weight)) })),
  })
  const png = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: Buffer.from(weave()), left: 820, top: 0 },
      { input: Buffer.from(layer), left: 0, top: 0 },
    ])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  return Buffer.from(png)
}

/** The woven band of the page, in the colours of its light theme. */
function weave(): string {
  const tile = 126
  const diamond = (x: number, y: number, radius: number, colour: string) =>
    `<path fill="${colour}" d="M${x} ${y - radius}L${x + radius} ${y}L${x} ${y + radius}L${x - radius} ${y}z"/>`
  const tiles = Array.from({ length: 4 * 6 }, (_, index) => [(index % 4) * tile, Math.floor(index / 4) * tile] as const)
  const shapes = tiles.map(
    ([x, y]) =>
      diamond(x + 63, y + 63, 42, cochineal) +
      diamond(x + 63, y + 63, 25, paper) +
      diamond(x + 63, y + 63, 13, '#342b70') +
      diamond(x, y, 28, '#342b70') +
      diamond(x, y, 13, paper),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="380" height="${height}"><rect width="380" height="${height}" fill="#e6dccb"/>${shapes.join('')}</svg>`
}

/** The words of the card for this content, the day as '20 de noviembre de 2025' in `timeZone`. */
export const wordsOf = ({ hero }: Content, timeZone: string): ShareCard => ({
  title: hero.title,
  day: format(new TZDate(hero.eventDate, timeZone), "d 'de' MMMM 'de' yyyy", { locale: es }),
  location: hero.location,
})

/** The share card as a page, drawn anew only when its words have changed. */
export function cachedCard(draw: DrawCard): (words: ShareCard) => Promise<Page> {
  let last: { key: string; page: Page } | null = null
  return async (words) => {
    const key = JSON.stringify(words)
    if (last?.key === key) return last.page
    const body = await draw(words)
    const file = { body, hash: hashOf(body), type: 'image/png', cacheControl: revalidate }
    last = { key, page: { name: 'compartir.png', urls: ['/compartir.png'], file } }
    return last.page
  }
}
