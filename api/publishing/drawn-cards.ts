import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '../../data/time.ts'
import { cardEnding, type PlannedCard } from '../drawing/planned-cards.ts'
import type { DrawCard } from '../drawing/share-card.ts'
import { uploadedPicture } from '../drawing/uploaded-picture.ts'
import type { Bytes } from '../serving/site.ts'
import type { Storage } from '../uploads/storage.ts'
import { temporaryEnding } from './staging.ts'

const maxWaitingDrawings = 20

const minUnusedMs = hourMs

export const temporaryPath = (path: string) => `${path}.${randomUUID()}${temporaryEnding}`

/** `dir` has the cards by content hash. While the server runs, an export may write to `dir` too. */
export function createDrawnCards(draw: DrawCard, storage: Pick<Storage, 'find'>, dir: string) {
  const drawings = new Map<string, Promise<void>>()
  const pathOf = (hash: string) => join(dir, hash + cardEnding)
  const read = (hash: string): Promise<Bytes | null> => readFile(pathOf(hash)).catch(() => null)

  async function drawAndStore({ card, shape, hash }: PlannedCard): Promise<void> {
    const portraits = await Promise.all(card.portraits.map((address) => uploadedPicture(storage, address)))
    const readPortraits = portraits.filter((portrait) => portrait !== null)
    const png = await draw(card, shape, readPortraits)
    await mkdir(dir, { recursive: true })
    const temporary = temporaryPath(pathOf(hash))
    await writeFile(temporary, png)
    await rename(temporary, pathOf(hash))
  }

  function drawOnce(card: PlannedCard): Promise<void> {
    const drawing = drawings.get(card.hash) ?? drawAndStore(card).finally(() => drawings.delete(card.hash))
    drawings.set(card.hash, drawing)
    return drawing
  }

  return {
    pathOf,
    read,
    draw: drawOnce,
    async png(card: PlannedCard): Promise<Bytes> {
      const png = await read(card.hash)
      if (png) return png
      await drawOnce(card)
      return readFile(pathOf(card.hash))
    },
    isBusy: (hash: string) => drawings.size >= maxWaitingDrawings && !drawings.has(hash),
    async removeUnused(usedHashes: ReadonlySet<string>): Promise<void> {
      for (const file of await readdir(dir).catch(() => [])) {
        const path = join(dir, file)
        if (usedHashes.has(file.replace(/\.png$/, ''))) continue
        const info = await stat(path).catch(() => null)
        if (info && Date.now() - info.mtimeMs > minUnusedMs) await rm(path, { force: true })
      }
    },
  }
}
