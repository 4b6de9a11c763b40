/** Pictures that messengers show with a shared link. The pictures are PNG, because messengers ignore SVG. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { Content } from '../../data/content/schema.ts'
import { daysOf } from '../../data/programme/days.ts'
import { dayOf } from '../../data/zone.ts'
import { immutable } from '../http/representations.ts'
import { type Bytes, hashOf, type Page } from '../serving/site.ts'

/** Messengers show the wide shape (1200×630 px). The square shape (1080×1080 px) is for posts. */
export type CardShape = 'wide' | 'square'

export type ShareCard = {
  eyebrow: string
  title: string
  people: string
  facts: string[]
  portraits: string[]
  conference: { name: string; accent: string; pattern: Content['look']['pattern'] }
}

export type DrawCard = (card: ShareCard, shape: CardShape, portraits: Bytes[]) => Promise<Bytes>

/** Increase this number after a change of the design, so that all cards are drawn again. */
const designVersion = 3

export const cardHash = (card: ShareCard, shape: CardShape): string =>
  hashOf(Buffer.from(JSON.stringify({ design: designVersion, shape, ...card })))

type CardContent = Pick<Content, 'hero' | 'events' | 'look'>

export const conferenceOf = ({ hero, look }: Pick<Content, 'hero' | 'look'>): ShareCard['conference'] => ({
  name: hero.title,
  accent: look.accent,
  pattern: look.pattern,
})

export function cardOf(content: CardContent, timeZone: string): ShareCard {
  const { hero, look } = content
  const { title, location } = hero
  const facts = [conferenceDate(content, timeZone), location].filter(Boolean)
  return { eyebrow: look.eyebrow, title, people: '', facts, portraits: [], conference: conferenceOf(content) }
}

export function conferenceDate({ hero, events }: Pick<Content, 'hero' | 'events'>, timeZone: string): string {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const days = daysOf(events, eventDay).map(({ day }) => day)
  const [first = eventDay, last = eventDay] = [days.at(0), days.at(-1)]
  if (first === last) return dayInWords(eventDay, "d 'de' MMMM 'de' yyyy")
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${dayInWords(first, isOneMonth ? 'd' : "d 'de' MMMM")} al ${dayInWords(last, "d 'de' MMMM 'de' yyyy")}`
}

export const dayInWords = (day: string, pattern: string) => format(new TZDate(`${day}T12:00:00Z`, 'UTC'), pattern, { locale: es })

export const cardName = (card: ShareCard) => `compartir-${cardHash(card, 'wide').slice(0, 8)}.png`

export const isCardName = (name: string) => /^compartir-[^/]+\.png$/.test(name)

const maxFormerCards = 3

export const cardsToKeep = (names: readonly string[], present: string): string[] =>
  [...names.filter((name) => name !== present), present].slice(-1 - maxFormerCards)

export function cachedCard(draw: DrawCard, wwwDir: string): (card: ShareCard) => Promise<Page> {
  let last: Page | null = null
  return async (card) => {
    const name = cardName(card)
    if (last?.name === name) return last
    const body = (await readFile(join(wwwDir, name)).catch(() => null)) ?? (await draw(card, 'wide', []))
    last = { name, urls: [`/${name}`], file: { body, hash: hashOf(body), type: 'image/png', cacheControl: immutable } }
    return last
  }
}
