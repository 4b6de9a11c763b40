/** The pictures that messengers show for a link: PNG, because they ignore SVG. */
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

/** 1200×630 px for messengers, 1080×1080 px for people's own posts. */
export type CardShape = 'wide' | 'square'

/** What is on a card, from top to bottom, and the conference by which it is dyed and woven. */
export type ShareCard = {
  eyebrow: string
  title: string
  /** Who speaks, or what somebody is; empty where it is nobody in particular. */
  people: string
  /** When and where, each a line. */
  facts: string[]
  /** Addresses of portraits, in the order shown. */
  portraits: string[]
  conference: { name: string; accent: string; pattern: Content['look']['pattern'] }
}

/** Draws a card with these portraits (WebP, SVG or another picture; what cannot be read is left out) as a PNG. */
export type DrawCard = (card: ShareCard, shape: CardShape, portraits: Bytes[]) => Promise<Bytes>

/** Raise when the design changes: cards that were drawn are reused, also after a restart. */
const design = 3

/** What a card is made from, as text that is the same for the same card; with a hash in its name no cache is out of date. */
export const cardHash = (card: ShareCard, shape: CardShape): string =>
  hashOf(Buffer.from(JSON.stringify({ design, shape, ...card })))

type CardContent = Pick<Content, 'hero' | 'events' | 'look'>

/** By what a card is known as this conference's. */
export const conferenceOf = ({ hero, look }: Pick<Content, 'hero' | 'look'>): ShareCard['conference'] => ({
  name: hero.title,
  accent: look.accent,
  pattern: look.pattern,
})

/** The card of the conference, its day in `timeZone`. */
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

/** A day (yyyy-MM-dd) in Spanish, in a pattern of https://date-fns.org/docs/format. */
export const dayInWords = (day: string, pattern: string) => format(new TZDate(`${day}T12:00:00Z`, 'UTC'), pattern, { locale: es })

/** The card's file name, which contains a hash of its words: what messengers cache is never out of date. */
export const cardName = (card: ShareCard) => `compartir-${cardHash(card, 'wide').slice(0, 8)}.png`

/** Whether a file of the site is a card of the conference, the present one or one before. */
export const isCardName = (name: string) => /^compartir-[^/]+\.png$/.test(name)

/** Messengers hold the addresses of so many cards before the present one: who sets a title rarely gets it right at once. */
const formerCards = 3

/** Of the cards of the conference that there have been, by name, those that stay; the present one is the last. */
export const keptCards = (names: readonly string[], present: string): string[] =>
  [...names.filter((name) => name !== present), present].slice(-1 - formerCards)

/**
 * The conference's card as a page. It is drawn only when it is not in the published folder already: drawing takes a hundred
 * times as long as the rest of a publish.
 */
export function cachedCard(draw: DrawCard, wwwDir: string): (card: ShareCard) => Promise<Page> {
  let last: Page | null = null
  return async (card) => {
    const name = cardName(card)
    if (last?.name === name) return last
    // Files in there are whole or absent.
    const body = (await readFile(join(wwwDir, name)).catch(() => null)) ?? (await draw(card, 'wide', []))
    last = { name, urls: [`/${name}`], file: { body, hash: hashOf(body), type: 'image/png', cacheControl: immutable } }
    return last
  }
}
