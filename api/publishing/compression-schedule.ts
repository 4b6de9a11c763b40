/**
 * Compressed forms for what is live. No save waits for them: the quick ones follow in a tenth of a second, the smallest when
 * nobody has saved for five seconds. Until then visitors get the page as it is.
 */
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Page } from '../serving/site.ts'
import { delayed } from '../system/timing.ts'
import { compressQuickly, compressSmall, isCompressible } from './compress.ts'
import type { Live } from './live.ts'

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

  /** Leaves out what a newer page replaces meanwhile. */
  async function compress(pages: Page[], how: (pages: Page[]) => Promise<Page[]>, next: (page: Page) => void): Promise<void> {
    const before = new Map(pages.map((page) => [page.name, page]))
    try {
      const compressed = await how(pages)
      await live.addForms(compressed, ({ name }) => live.isLive(before.get(name)))
      for (const page of compressed) if (live.isLive(page)) next(page)
    } catch (error) {
      log.warn({ err: error }, 'the published pages stay as they are compressed now')
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
  const small = () =>
    oneAtATime(async () => {
      if (isStopped) return
      await compress(stillLive(), compressSmall, ({ name }) => waiting.delete(name))
      if (waiting.size === 0) await onSmall()
    })
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
