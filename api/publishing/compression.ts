import type { Logger } from 'pino'
import type { Page } from '../serving/site.ts'
import { compress, isCompressible } from './compress.ts'
import type { Live } from './live-pages.ts'

/** The pages of saves in a row are compressed once: this long after the last save, but at most `maxDelayMs` after the first. */
const delayMs = 100
const maxDelayMs = 2_000

export function createCompression(live: Pick<Live, 'isLive' | 'addForms'>, log: Logger) {
  const waiting = new Map<string, Page>()
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let firstScheduledAtMs = 0
  let isStopped = false

  const nextPage = (): Page | undefined => waiting.get('index.html') ?? waiting.values().next().value

  async function compressWaiting(): Promise<void> {
    for (let page = nextPage(); page && !isStopped; page = nextPage()) {
      const before = page
      if (live.isLive(before)) await live.addForms(await compress(before), () => live.isLive(before))
      if (waiting.get(before.name) === before) waiting.delete(before.name)
    }
  }

  function now(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= compressWaiting()
      .catch((error) => log.warn({ err: error }, 'published pages stay uncompressed until the next save'))
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    schedule(pages: Page[]): void {
      for (const page of pages.filter(isCompressible)) waiting.set(page.name, page)
      if (!timer) firstScheduledAtMs = performance.now()
      clearTimeout(timer)
      timer = setTimeout(now, Math.min(delayMs, firstScheduledAtMs + maxDelayMs - performance.now())).unref()
    },
    now,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
