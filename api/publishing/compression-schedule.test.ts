import { expect, onTestFinished, test } from 'vitest'
import { revalidate } from '../http/representations.ts'
import { hashOf, type Page } from '../serving/site.ts'
import { log } from '../testing.ts'
import { createCompression } from './compression-schedule.ts'
import type { Live } from './live-pages.ts'

function pageOf(number: number, text = 'página'): Page {
  const body = Buffer.from(`${text} ${number} `.repeat(2000))
  const name = `charlas/${number}/index.html`
  return { name, urls: [], file: { body, hash: hashOf(body), type: 'text/html', cacheControl: revalidate } }
}

/** Live pages with their quick forms, and which of them got others since, one list for each time that some were written. */
async function compressing(amount: number) {
  const pages = new Map<string, Page>()
  const written: Page[][] = []
  let isFull = false
  let failures = 0
  let onWritten = () => {}
  const live: Pick<Live, 'isLive' | 'addForms'> = {
    isLive: (page) => page !== undefined && pages.get(page.name) === page,
    async addForms(made, isWanted) {
      if (isFull) failures += 1
      if (isFull) throw new Error('no room')
      const wanted = made.filter(isWanted)
      for (const page of wanted) pages.set(page.name, page)
      written.push(wanted)
      onWritten()
    },
  }
  let wholeTimes = 0
  const compression = createCompression(live as Live, log, async () => void wholeTimes++)
  onTestFinished(compression.stop)
  const publish = (made: Page[]) => {
    for (const page of made) pages.set(page.name, page)
    compression.schedule(made)
  }
  publish(Array.from({ length: amount }, (_, number) => pageOf(number)))
  await compression.quick()
  written.length = 0
  return {
    compression,
    publish,
    written,
    wholeTimes: () => wholeTimes,
    failures: () => failures,
    fill: () => {
      isFull = true
    },
    /** Begins with the smallest forms; resolves when some are written. */
    begin: () =>
      new Promise<{ all: Promise<void> }>((resolve) => {
        onWritten = () => resolve({ all })
        const all = compression.small()
      }),
  }
}

test('many pages get their smallest forms in portions, each page once, and then the caller is told', async () => {
  const { compression, written, wholeTimes } = await compressing(25)
  await compression.small()
  expect(written.map((pages) => pages.length)).toEqual([10, 10, 5])
  expect(new Set(written.flat().map(({ name }) => name)).size).toBe(25)
  expect(wholeTimes()).toBe(1)
})

test('the quick forms of a save do not wait until many pages have their smallest ones', async () => {
  const { compression, publish, written, begin, wholeTimes } = await compressing(60)
  const { all } = await begin()
  const saved = pageOf(60, 'guardada')
  publish([saved])
  await compression.quick()
  const before = written.slice()
  await all
  expect(before.flat().map(({ name }) => name)).toContain(saved.name)
  expect(written.length).toBeGreaterThan(before.length)
  // It was saved after they began: its smallest forms have their own time, and until then not all is done.
  expect(wholeTimes()).toBe(0)
  await compression.small()
  expect(wholeTimes()).toBe(1)
})

test('whoever ends the process waits for the page under way, not for the smallest forms of all of them', async () => {
  const { compression, written, begin, wholeTimes } = await compressing(60)
  const { all } = await begin()
  await Promise.all([compression.stop(), all])
  expect(written.flat().length).toBeLessThan(20)
  expect(wholeTimes()).toBe(0)
})

test('what the disk refuses is tried again the next time, and not for ever', async () => {
  const { compression, fill, failures, wholeTimes } = await compressing(25)
  fill()
  await compression.small()
  expect([failures(), wholeTimes()]).toEqual([1, 0])
  await compression.small()
  expect(failures()).toBe(2)
})
