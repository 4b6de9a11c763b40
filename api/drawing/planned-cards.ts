import { readContent } from '../../data/content/content.ts'
import type { Content } from '../../data/content/schema.ts'
import { slugOwners } from '../../data/content/slugs.ts'
import type { Db } from '../../data/db/db.ts'
import { listedEvents, publicContent } from '../../data/programme/public-content.ts'
import { itemFolders } from '../serving/site.ts'
import { type CardShape, cardHash, type ShareCard } from './share-card.ts'
import { talkCards } from './talk-cards.ts'

export type PlannedCard = { card: ShareCard; shape: CardShape; hash: string }

type PlannedCards = ReadonlyMap<string, PlannedCard>

export const cardEnding = '.png'
const squareEnding = `-cuadrada${cardEnding}`

function visibleItems(content: Content, timeZone: string) {
  const open = publicContent(content, timeZone)
  return { ...open, events: listedEvents(open) }
}

export function createPlannedCards(db: Db, timeZone: string): () => PlannedCards {
  let cached: { revision: number; cards: PlannedCards } | null = null
  return () => {
    const { content, revision } = readContent(db)
    if (cached?.revision !== revision) cached = { revision, cards: cardsOf(content, timeZone) }
    return cached.cards
  }
}

function cardsOf(content: Content, timeZone: string): PlannedCards {
  const open = visibleItems(content, timeZone)
  const { ofTalk, ofSpeaker } = talkCards(open, timeZone)
  const cardsByPath: [string, ShareCard][] = [
    ...open.events.map((talk): [string, ShareCard] => [`charlas/${talk.slug}`, ofTalk(talk)]),
    ...open.speakers.map((speaker): [string, ShareCard] => [`speakers/${speaker.slug}`, ofSpeaker(speaker)]),
  ]
  const planned = new Map<string, PlannedCard>()
  for (const [path, card] of cardsByPath) planned.set(path + cardEnding, { card, shape: 'wide', hash: cardHash(card, 'wide') })
  for (const [path, card] of cardsByPath)
    if (!planned.has(path + squareEnding))
      planned.set(path + squareEnding, { card, shape: 'square', hash: cardHash(card, 'square') })
  for (const folder of itemFolders) planned.delete(`${folder}/${cardEnding}`)
  return planned
}

export function cardNames(db: Db, timeZone: string): Set<string> {
  const { events, speakers } = visibleItems(readContent(db).content, timeZone)
  const paths = [...events.map(({ slug }) => `charlas/${slug}`), ...speakers.map(({ slug }) => `speakers/${slug}`)]
  return new Set(paths.flatMap((path) => [path + cardEnding, path + squareEnding]))
}

export function currentCardAddress(db: Db, cards: PlannedCards, name: string): string | null {
  const [folder, file = ''] = name.split('/')
  const key = folder === 'charlas' ? 'events' : 'speakers'
  const [, slug = '', ending = ''] = /^(.*?)((?:-cuadrada)?\.png)$/.exec(file) ?? []
  const id = slugOwners(db, key).get(slug)
  const item = readContent(db).content[key].find((item) => item.id === id)
  const currentName = `${folder}/${item?.slug}${ending}`
  return item && cards.has(currentName) ? `/${currentName}` : null
}
