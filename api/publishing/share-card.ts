/** The picture that messengers show for a link: 1200×630 px, PNG, because they ignore SVG. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { daysOf } from '../../data/content/programme.ts'
import type { Content } from '../../data/content/schema.ts'
import { dayOf } from '../../data/zone.ts'
import { immutable } from '../http/representations.ts'
import { type Bytes, hashOf, type Page } from '../serving/site.ts'

/** What is on the card. The day is that of the instant `eventDate` in `timeZone`; `days` (yyyy-MM-dd) are the first and last of several. */
export type ShareCard = { title: string; eventDate: string; location: string; timeZone: string; days?: [string, string] }

export type DrawCard = (card: ShareCard) => Promise<Bytes>

/** Raise when the design changes: cards that were drawn are reused, also after a restart. */
const design = 1

/** The card for this content, its day in `timeZone`. */
export function cardOf(
  { hero, events = [] }: Pick<Content, 'hero'> & Partial<Pick<Content, 'events'>>,
  timeZone: string,
): ShareCard {
  const { title, eventDate, location } = hero
  const days = daysOf(events, dayOf(timeZone, eventDate)).map(({ day }) => day)
  const [first = '', last = ''] = [days.at(0), days.at(-1)]
  return { title, eventDate, location, timeZone, ...(first !== last && { days: [first, last] as [string, string] }) }
}

/** The card's file name, which contains a hash of its words: what messengers cache is never out of date. */
export function cardName(card: ShareCard): string {
  return `compartir-${hashOf(Buffer.from(JSON.stringify({ design, ...card }))).slice(0, 8)}.png`
}

/**
 * The share card as a page. It is drawn only when it is not in the published folder already: drawing takes a hundred times
 * as long as the rest of a publish.
 */
export function cachedCard(draw: DrawCard, wwwDir: string): (card: ShareCard) => Promise<Page> {
  let last: Page | null = null
  return async (card) => {
    const name = cardName(card)
    if (last?.name === name) return last
    // Files in there are whole or absent.
    const body = (await readFile(join(wwwDir, name)).catch(() => null)) ?? (await draw(card))
    last = { name, urls: [`/${name}`], file: { body, hash: hashOf(body), type: 'image/png', cacheControl: immutable } }
    return last
  }
}
