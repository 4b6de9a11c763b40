/** Draws the share card. In a file of its own, so that its libraries are loaded only when one is drawn. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import satori from 'satori'
import sharp from 'sharp'
import type { Bytes } from '../serving/site.ts'
import type { ShareCard } from './share-card.ts'

const width = 1200
const height = 630
const paper = '#fdfaf5'
const ink = '#1d1838'
const cochineal = '#b3123f'

const require = createRequire(import.meta.url)
const fontFile = (weight: number) =>
  require.resolve(`@fontsource/funnel-display/files/funnel-display-latin-${weight}-normal.woff`)

/** The card as a PNG of 1200×630 px. Takes a few hundred milliseconds. */
export async function drawShareCard(card: ShareCard): Promise<Bytes> {
  const { title, location } = card
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
    text(title, {
      fontSize: title.length > 100 ? 40 : title.length > 48 ? 56 : title.length > 24 ? 76 : 100,
      lineHeight: 1,
      color: ink,
      letterSpacing: -1,
    }),
    text(dateOnCard(card), { fontSize: 52, color: ink }),
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

/** '4 de marzo de 2027', '4 al 6 de marzo de 2027' or '30 de abril al 2 de mayo de 2027'. */
export function dateOnCard({ eventDate, timeZone, days }: ShareCard): string {
  const inWords = (date: TZDate, pattern: string) => format(date, pattern, { locale: es })
  if (!days) return inWords(new TZDate(eventDate, timeZone), "d 'de' MMMM 'de' yyyy")
  const [first, last] = days.map((day) => new TZDate(`${day}T12:00:00Z`, 'UTC')) as [TZDate, TZDate]
  const isOneMonth = days[0].slice(0, 7) === days[1].slice(0, 7)
  return `${inWords(first, isOneMonth ? 'd' : "d 'de' MMMM")} al ${inWords(last, "d 'de' MMMM 'de' yyyy")}`
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
