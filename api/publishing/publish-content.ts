import type { Logger } from 'pino'
import { cardOf, cardsToKeep, isCardName, type ShareCard } from '../drawing/share-card.ts'
import { isRemovedWithContent, type Page } from '../serving/site.ts'
import { coalesced, inPieces, othersFirst } from '../system/timing.ts'
import type { createCompression } from './compression.ts'
import type { Live } from './live-pages.ts'
import type { Pages } from './pages.ts'
import { createPublishStatus, type PublishStatus } from './publish-status.ts'
import type { PlannedItem } from './render-item-pages.ts'
import type { createSources, PageState } from './source.ts'

const itemBatchSize = 20

type Needs = {
  sources: ReturnType<typeof createSources>
  pages: Pages
  live: Live
  compression: ReturnType<typeof createCompression>
  card: (card: ShareCard) => Promise<Page>
  timeZone: string
  log: Logger
}

export function createPublishing({ sources, pages, live, compression, card, timeZone, log }: Needs) {
  const status = createPublishStatus(log)
  let publishCount = 0
  let batches: Promise<void> | null = null
  let liveState: PageState | null = null
  let cardNames: string[] = []

  const replace = async (pages: Page[], removed: Page[] = []) => compression.schedule(await replaceChanged(live, pages, removed))

  async function publishOnce(): Promise<PublishStatus> {
    const number = ++publishCount
    // Waits for the batches of the last publish. They stop, because `publishCount` has changed.
    if (batches) await batches
    batches = null
    let newPages: Page[] = []
    try {
      const layingOut = sources.layOutEditions()
      if (layingOut) await layingOut
      const { content, revision } = sources.content()
      await othersFirst()
      const contentPages = await pages.make(content)
      await othersFirst()
      const { items, names } = pages.plan(content, sources.owners())
      const stale = items.filter((item) => !item.pages?.every(live.holds)).map(({ make }) => make)
      const isOneBatch = stale.length <= itemBatchSize
      const itemPages = isOneBatch ? (await inPieces(stale, () => false)).flat() : []
      // The share card goes first, because a page must not name a card that is not on disk.
      const cardPage = await card(cardOf(content, timeZone))
      newPages = [cardPage, ...itemPages, ...contentPages]
      const currentCards = cardsToKeep(cardNames, cardPage.name)
      const currentNames = new Set([...names, ...contentPages.map(({ name }) => name)])
      const removed = live.pages().filter(({ name }) => isRemoved(name, currentNames, currentCards))
      await replace(newPages, removed)
      cardNames = currentCards
      const { offer, now, notice, live: liveData, availability } = content
      liveState = { offer, now, notice, live: liveData, availability }
      if (isOneBatch) status.succeed(revision)
      else {
        status.landed(stale.length)
        batches = publishBatches(stale, revision, () => publishCount !== number)
      }
    } catch (error) {
      status.fail(error)
      // If the first publish after a start fails, for example on a full disk, shows the pages of the run before.
      await live.showOldPages(newPages)
    }
    return status.current()
  }

  async function publishBatches(stale: PlannedItem['make'][], revision: number, isOver: () => boolean): Promise<void> {
    let newPages: Page[] = []
    try {
      for (let start = 0; start < stale.length; start += itemBatchSize) {
        newPages = (await inPieces(stale.slice(start, start + itemBatchSize), isOver)).flat()
        if (isOver()) return
        await replace(newPages)
        if (isOver()) return
        status.countDown(Math.max(0, stale.length - start - itemBatchSize))
      }
      status.succeed(revision)
    } catch (error) {
      if (isOver()) return
      status.fail(error)
      await live.showOldPages(newPages)
    }
  }

  return {
    publish: coalesced(publishOnce),
    async finished(): Promise<PublishStatus> {
      let awaited: Promise<void> | null = null
      while (awaited !== batches) {
        awaited = batches
        await awaited
      }
      return status.current()
    },
    status: status.current,
    onPublished: status.onPublished,
    liveState: () => liveState,
  }
}

async function replaceChanged(live: Live, pages: Page[], removed: Page[]): Promise<Page[]> {
  await live.reuseFromDisk(pages)
  const changed = pages.filter((page) => !live.isUnchanged(page))
  await live.replacePages(changed, removed)
  return changed
}

const isRemoved = (name: string, current: ReadonlySet<string>, cards: readonly string[]) =>
  isRemovedWithContent(name) ? !current.has(name) : isCardName(name) && !cards.includes(name)
