import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../data/db/db.ts'
import { hourMs, minuteMs } from '../../data/time.ts'
import { cardNames, createPlannedCards, currentCardAddress } from '../drawing/planned-cards.ts'
import type { DrawCard } from '../drawing/share-card.ts'
import { Unavailable } from '../http/errors.ts'
import type { Bytes, SiteFile } from '../serving/site.ts'
import { createJob } from '../system/job.ts'
import type { Storage } from '../uploads/storage.ts'
import { createDrawnCards } from './drawn-cards.ts'
import { createPublishedCards, pngFile } from './published-cards.ts'

export type Cards = ReturnType<typeof createCards>

type Options = {
  db: Db
  draw: DrawCard
  storage: Pick<Storage, 'find'>
  timeZone: string
  keptDir: string
  wwwDir: string
  log: Logger
  onChange?: () => void
}

const idleBeforeDrawingMs = minuteMs

export function createCards({ db, draw, storage, timeZone, keptDir, wwwDir, log, onChange }: Options) {
  const plannedCards = createPlannedCards(db, timeZone)
  const drawnCards = createDrawnCards(draw, storage, keptDir)
  const publishedCards = createPublishedCards(wwwDir, drawnCards.pathOf, log)

  /** `isGentle` leaves half of the processor's time free. */
  async function drawAll(signal?: AbortSignal, isGentle = false): Promise<void> {
    const cards = plannedCards()
    let isChanged = publishedCards.removeExcept(cards)
    const usedCards = [...cards.values(), ...publishedCards.files().values()]
    await drawnCards.removeUnused(new Set(usedCards.map(({ hash }) => hash)))
    let failure: unknown
    for (const [name, card] of cards) {
      if (signal?.aborted || (isGentle && plannedCards() !== cards)) break
      if (publishedCards.files().get(name)?.hash === card.hash) continue
      const startedAtMs = performance.now()
      try {
        const isDrawn = (await drawnCards.read(card.hash)) !== null
        if (!isDrawn) await drawnCards.draw(card)
        await publishedCards.publish(name, card.hash)
        if (!plannedCards().has(name)) publishedCards.removeExcept(plannedCards())
        isChanged = true
        if (isGentle && !isDrawn) await wait(performance.now() - startedAtMs, undefined, { signal })
      } catch (error) {
        if (signal?.aborted) break
        failure ??= error
      }
    }
    if (isChanged) onChange?.()
    if (failure !== undefined) throw failure
  }

  let wokenAtMs = 0
  const job = createJob({
    work({ signal, runAgainIn }) {
      const remainingMs = wokenAtMs + idleBeforeDrawingMs - performance.now()
      return remainingMs > 0 ? runAgainIn(remainingMs) : drawAll(signal, true)
    },
    firstRunAfterMs: idleBeforeDrawingMs,
    everyMs: hourMs,
    firstBackoffMs: 10_000,
    onError: (err) => log.warn({ err }, 'a share card could not be drawn'),
  })

  return {
    ...job,
    wake() {
      wokenAtMs = performance.now()
      // Removes the cards of items that this save has hidden, because the pages of these items are gone.
      publishedCards.removeExcept(cardNames(db, timeZone))
      job.wake()
    },
    drawAll: (signal?: AbortSignal) => drawAll(signal),
    files: publishedCards.files,
    /** Returns the card or its new address. Throws Unavailable if too many drawings wait. */
    async find(name: string): Promise<SiteFile | { location: string } | null> {
      const card = plannedCards().get(name)
      if (!card) {
        const location = currentCardAddress(db, plannedCards(), name)
        return location === null ? null : { location }
      }
      const png = await drawnCards.read(card.hash)
      if (!png && drawnCards.isBusy(card.hash)) throw new Unavailable('too many cards are waited for')
      return { ...pngFile, hash: card.hash, body: png ?? (await drawnCards.png(card)) }
    },
    async *squares(): AsyncGenerator<{ name: string; png: Bytes }> {
      for (const [name, card] of plannedCards()) if (card.shape === 'square') yield { name, png: await drawnCards.png(card) }
    },
  }
}
