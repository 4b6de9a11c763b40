import { expect, onTestFinished, test, vi } from 'vitest'
import { revalidate } from '../http/representations.ts'
import { hashOf, type Page } from '../serving/site.ts'
import { log } from '../testing.ts'
import { createCompression } from './compression.ts'

function pageOf(name: string, text = 'página'): Page {
  const body = Buffer.from(`${text} ${name} `.repeat(2000))
  return { name, urls: [], file: { body, hash: hashOf(body), type: 'text/html', cacheControl: revalidate } }
}

function startCompression() {
  const pages = new Map<string, Page>()
  const written: string[] = []
  let failures = 0
  let hasBegun = false
  let isFull = false
  let onWritten = () => {}
  const compression = createCompression(
    {
      isLive(page) {
        hasBegun = true
        return pages.get(page.name) === page
      },
      async addForms(page, isWanted) {
        if (isFull) failures += 1
        if (isFull) throw new Error('no room')
        if (isWanted()) {
          pages.set(page.name, page)
          written.push(page.name)
        }
        onWritten()
      },
    },
    log,
  )
  onTestFinished(compression.stop)
  return {
    compression,
    pages,
    written,
    failures: () => failures,
    /** True if a compression has begun since the last call. */
    begun() {
      const before = hasBegun
      hasBegun = false
      return before
    },
    fill: (full: boolean) => {
      isFull = full
    },
    afterEach: (call: () => void) => {
      onWritten = call
    },
    publish(...made: Page[]) {
      for (const page of made) pages.set(page.name, page)
      compression.schedule(made)
    },
  }
}

const talks = (count: number) => Array.from({ length: count }, (_, index) => pageOf(`charlas/${index}/index.html`))

test('compresses each published page once', async () => {
  const { compression, publish, written, pages } = startCompression()
  publish(...talks(25))
  await compression.now()
  await compression.now()
  expect(written.toSorted()).toEqual([...pages.keys()].toSorted())
  expect([...pages.values()].every(({ file }) => file.br && file.gzip)).toBe(true)
})

test('compresses a newly saved landing page before pages of talks that already wait', async () => {
  const { compression, publish, written, afterEach } = startCompression()
  publish(...talks(20))
  const saved = pageOf('index.html', 'guardada')
  afterEach(() => {
    if (written.length === 1) publish(saved)
  })
  await compression.now()
  expect(written.length).toBe(21)
  expect(written[1]).toBe('index.html')
})

test('compresses only the last version of a page that is published twice quickly', async () => {
  const { compression, publish, pages, written, afterEach } = startCompression()
  const [first, second] = [pageOf('index.html', 'primera'), pageOf('index.html', 'segunda')]
  publish(first, pageOf('a/index.html'))
  const all = compression.now()
  publish(second)
  afterEach(() => {})
  await all
  await compression.now()
  expect(written.filter((name) => name === 'index.html').length).toBe(1)
  expect(pages.get('index.html')?.file.hash).toBe(second.file.hash)
  expect(pages.get('index.html')?.file.br).toBeDefined()
})

test('compresses after the last of several saves, but within two seconds after the first', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { compression, publish, begun } = startCompression()
  const saveFor = async (ms: number) => {
    for (let waitedMs = 0; waitedMs < ms; waitedMs += 50) {
      publish(pageOf('index.html', `a los ${waitedMs}`))
      await vi.advanceTimersByTimeAsync(50)
    }
  }
  await saveFor(500)
  expect(begun()).toBe(false)
  await vi.advanceTimersByTimeAsync(50)
  expect(begun()).toBe(true)
  await compression.now()
  begun()
  await saveFor(1950)
  expect(begun()).toBe(false)
  await saveFor(50)
  expect(begun()).toBe(true)
})

test('stopping the compression finishes only the page being compressed', async () => {
  const { compression, publish, written, afterEach } = startCompression()
  publish(...talks(40))
  let stopped: Promise<void> | undefined
  afterEach(() => {
    stopped ??= compression.stop()
  })
  await compression.now()
  await stopped
  expect(written.length).toBe(1)
})

test('pages whose compressed files could not be written are compressed at the next attempt', async () => {
  const { compression, publish, fill, failures, written } = startCompression()
  fill(true)
  publish(...talks(5))
  await compression.now()
  expect(failures()).toBe(1)
  fill(false)
  await compression.now()
  expect(written.length).toBe(5)
})
