/**
 * Compressed forms for what is live. No save waits for them: the quick ones follow in a tenth of a second, the smallest when
 * nobody has saved for five seconds, some pages at a time. Until then visitors get the page as it is.
 */
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Page } from '../serving/site.ts'
import { delayed } from '../system/timing.ts'
import { compressQuickly, compressSmall, isCompressible } from './compress.ts'
import type { Live } from './live-pages.ts'

type Compression = {
  /** To be called with pages that have just been put live. */
  schedule(pages: Page[]): void
  /** Makes the quick forms now, where there are none. */
  quick(): Promise<void>
  /** Makes the smallest forms now. */
  small(): Promise<void>
  /** Makes no form any more; resolves when those under way are written. */
  stop(): Promise<void>
}

/** Pages that get their smallest forms in one turn; fewer where somebody waits for the next one. */
const portion = 10

/**
 * Compresses live pages again, smaller, when nothing has been published for a moment. `onSmall` is called when all have their
 * smallest forms.
 */
export function createCompression(live: Live, log: Logger, onSmall: () => Promise<void>): Compression {
  /** Live pages without their smallest forms, by name. */
  const waiting = new Map<string, Page>()
  const oneAtATime = pLimit(1)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** Leaves out what a newer page replaces meanwhile. Returns how many of the pages had their turn; null when that failed. */
  async function compress(
    pages: Page[],
    how: (pages: Page[]) => Promise<Page[]>,
    next: (page: Page) => void,
  ): Promise<number | null> {
    if (pages.length === 0) return 0
    const before = new Map(pages.map((page) => [page.name, page]))
    try {
      const compressed = await how(pages)
      await live.addForms(compressed, ({ name }) => live.isLive(before.get(name)))
      for (const page of compressed) if (live.isLive(page)) next(page)
      return compressed.length
    } catch (error) {
      log.warn({ err: error }, 'the published pages stay as they are compressed now')
      return null
    }
  }

  /** Without those that were replaced, or taken away, since. */
  function stillLive(): Page[] {
    for (const [name, page] of waiting) if (!live.isLive(page)) waiting.delete(name)
    return [...waiting.values()]
  }

  const quick = () => {
    clearTimeout(timer)
    timer = undefined
    return oneAtATime(async () => {
      if (isStopped) return
      const plain = stillLive().filter(({ file }) => !file.br)
      await compress(plain, compressQuickly, (page) => waiting.set(page.name, page))
    })
  }

  /**
   * The smallest forms of many pages take half a minute: what waits meanwhile, the quick forms of a save or the end of the process, has its
   * turn after the page under way.
   */
  const isOver = () => isStopped || oneAtATime.pendingCount > 0

  /** Makes the smallest forms of the next pages, and returns the names of those that are left: none after a failure. */
  async function smallOfNext(names: string[]): Promise<string[]> {
    if (isStopped) return []
    const pages = stillLive().filter(({ name }) => names.slice(0, portion).includes(name))
    const made = await compress(
      pages,
      (pages) => compressSmall(pages, isOver),
      ({ name }) => waiting.delete(name),
    )
    return made === null ? [] : [...pages.slice(made).map(({ name }) => name), ...names.slice(portion)]
  }

  async function small(): Promise<void> {
    // Each once: what is saved meanwhile, or cannot be written, has its next time.
    let names = stillLive().map(({ name }) => name)
    while (names.length > 0) {
      const left = names
      names = await oneAtATime(() => smallOfNext(left))
    }
    await oneAtATime(async () => {
      if (!isStopped && waiting.size === 0) await onSmall()
    })
  }
  // It takes fifteen times the processor of the save: once for a series of them, in which some seconds pass between two.
  const later = delayed(small, 5000)

  return {
    schedule(pages) {
      for (const page of pages.filter(isCompressible)) waiting.set(page.name, page)
      // Not put off by the next save: while somebody saves all the time, visitors get compressed pages too.
      timer ??= setTimeout(quick, 100).unref()
      later.schedule()
    },
    quick,
    small: later.now,
    stop() {
      isStopped = true
      return oneAtATime(async () => {})
    },
  }
}
