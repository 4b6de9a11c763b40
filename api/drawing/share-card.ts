/** Share images for links. PNG, because messengers ignore SVG. */
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

/** 1200×630 px for messengers, 1080×1080 px for posts. */
export type CardShape = 'wide' | 'square'

/** From top to bottom. */
export type ShareCard = {
  eyebrow: string
  title: string
  /** Speakers or a position; may be empty. */
  people: string
  /** Lines with date and place. */
  facts: string[]
  /** Addresses, in display order. */
  portraits: string[]
  conference: { name: string; accent: string; pattern: Content['look']['pattern'] }
}

/** Draws a PNG. Unreadable portraits are left out. */
export type DrawCard = (card: ShareCard, shape: CardShape, portraits: Bytes[]) => Promise<Bytes>

/** Increase after a design change, because drawn cards are reused. */
const design = 3

/** Hash of a card's content. In a file name it keeps caches correct. */
export const cardHash = (card: ShareCard, shape: CardShape): string =>
  hashOf(Buffer.from(JSON.stringify({ design, shape, ...card })))

type CardContent = Pick<Content, 'hero' | 'events' | 'look'>

export const conferenceOf = ({ hero, look }: Pick<Content, 'hero' | 'look'>): ShareCard['conference'] => ({
  name: hero.title,
  accent: look.accent,
  pattern: look.pattern,
})

/** The conference's card, with its date in `timeZone`. */
export function cardOf(content: CardContent, timeZone: string): ShareCard {
  const { hero, look } = content
  const { title, location } = hero
  const facts = [conferenceDate(content, timeZone), location].filter(Boolean)
  return { eyebrow: look.eyebrow, title, people: '', facts, portraits: [], conference: conferenceOf(content) }
}

/** '4 de marzo de 2027', '4 al 6 de marzo de 2027' or '30 de abril al 2 de mayo de 2027'. */
export function conferenceDate({ hero, events }: Pick<Content, 'hero' | 'events'>, timeZone: string): string {
  const eventDay = dayOf(timeZone, hero.eventDate)
  const days = daysOf(events, eventDay).map(({ day }) => day)
  const [first = eventDay, last = eventDay] = [days.at(0), days.at(-1)]
  if (first === last) return dayInWords(eventDay, "d 'de' MMMM 'de' yyyy")
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${dayInWords(first, isOneMonth ? 'd' : "d 'de' MMMM")} al ${dayInWords(last, "d 'de' MMMM 'de' yyyy")}`
}

/** Formats yyyy-MM-dd in Spanish. Patterns: https://date-fns.org/docs/format. */
export const dayInWords = (day: string, pattern: string) => format(new TZDate(`${day}T12:00:00Z`, 'UTC'), pattern, { locale: es })

/** File name with the content hash, so messengers never show an old card. */
export const cardName = (card: ShareCard) => `compartir-${cardHash(card, 'wide').slice(0, 8)}.png`

/** Matches current and former cards of the conference. */
export const isCardName = (name: string) => /^compartir-[^/]+\.png$/.test(name)

/** Former cards kept, because messengers hold their addresses while a title is being edited. */
const formerCards = 3

/** Names to keep, `present` last. */
export const keptCards = (names: readonly string[], present: string): string[] =>
  [...names.filter((name) => name !== present), present].slice(-1 - formerCards)

/** The conference's card as a page. Drawn only if missing, because drawing takes a hundred times as long as the other publish steps. */
export function cachedCard(draw: DrawCard, wwwDir: string): (card: ShareCard) => Promise<Page> {
  let last: Page | null = null
  return async (card) => {
    const name = cardName(card)
    if (last?.name === name) return last
    // Files in this folder are complete or absent.
    const body = (await readFile(join(wwwDir, name)).catch(() => null)) ?? (await draw(card, 'wide', []))
    last = { name, urls: [`/${name}`], file: { body, hash: hashOf(body), type: 'image/png', cacheControl: immutable } }
    return last
  }
}
