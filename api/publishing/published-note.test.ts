import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { addItem, someEdit } from '../../data/testing.ts'
import { isCardName } from '../drawing/share-card.ts'
import { createTestApp, drawCard, log, type TestApp, wholePage } from '../testing.ts'
import { createPublisher } from './publisher.ts'
import type { Render } from './render.ts'

/** A run of the server over the same folder, and what it rendered. */
async function run({ db, config, clientDir }: TestApp, changes: { build?: string; publicOrigin?: string } = {}) {
  const { build = 'a build', ...settings } = changes
  const rendered: string[] = []
  const pages = { areBroken: false }
  const render: Render = (path, data) => {
    rendered.push(path)
    if (pages.areBroken) throw new Error('broken')
    return wholePage(path, data as never)
  }
  const publisher = await createPublisher({ db, config: { ...config, ...settings }, clientDir, render, drawCard, log, build })
  // Still writing after the test's end, it would make its folder anew.
  onTestFinished(publisher.stopCompressing)
  return { publisher, rendered, pages }
}

/** A conference with a talk and two addresses of it, published by a run that has ended. */
async function published() {
  const app = await createTestApp()
  addItem(app.db, 'events', { slug: 'apertura', isPlenary: true })
  const { publisher, pages } = await run(app)
  await publisher.publish()
  await publisher.whole()
  await publisher.compressSmall()
  return { app, publisher, pages, www: join(app.config.dataDir, 'www') }
}

test('a start that finds what the last run left shows the same files, and renders nothing', async () => {
  const { app, publisher } = await published()
  const again = await run(app)
  expect(again.publisher.resume()).toBe(true)
  expect(again.rendered).toEqual([])
  expect(again.publisher.site()).toEqual(publisher.site())
  expect(again.publisher.said()).toEqual(publisher.said())
  expect(again.publisher.status()).toEqual({ ...publisher.status(), publishedAt: expect.any(String) })
})

test('cards of earlier titles that stayed are known after such a start, so that they go when others came after them', async () => {
  const { app, publisher } = await published()
  const rename = async (to: typeof publisher, title: string) => {
    saveSection(app.db, 'hero', { title }, someEdit)
    await to.publish()
    await to.compressSmall()
  }
  for (const title of ['Uno', 'Dos', 'Tres']) await rename(publisher, title)
  const cardsOf = ({ snapshot }: typeof publisher) => [...snapshot().files.keys()].filter(isCardName)
  const before = cardsOf(publisher)
  const again = (await run(app)).publisher
  expect([again.resume(), cardsOf(again).length]).toEqual([true, 4])
  await rename(again, 'Cuatro')
  const [oldest, ...others] = before
  expect(cardsOf(again)).toEqual([...others, expect.any(String)])
  expect(cardsOf(again)).not.toContain(oldest)
})

test('after such a start a save renders the landing page and what it changes, as after any other', async () => {
  const { app } = await published()
  const { publisher, rendered } = await run(app)
  publisher.resume()
  expect(publisher.isCold()).toBe(true)
  await publisher.publish()
  expect([publisher.isCold(), rendered]).toEqual([false, ['/']])
  addItem(app.db, 'partners', { name: 'Banco del Lago' })
  await publisher.publish()
  expect(rendered).toEqual(['/', '/'])
  expect(publisher.site().files.get('/')?.body.toString()).toContain('Banco del Lago')
})

test.each<[string, (its: Awaited<ReturnType<typeof published>>) => unknown]>([
  ['the content was saved since', ({ app }) => saveSection(app.db, 'hero', { location: 'Antigua' }, someEdit)],
  ['a page was changed', ({ www }) => appendFileSync(join(www, 'index.html'), '<!-- -->')],
  ['a page is missing', ({ www }) => rmSync(join(www, 'charlas/apertura/index.html'))],
  ['a compressed form is another one', ({ www }) => writeFileSync(join(www, 'agenda.ics.br'), '')],
  ['a compressed form is missing', ({ www }) => rmSync(join(www, 'index.html.gz'))],
  ['the note is cut off', ({ app }) => writeFileSync(join(app.config.dataDir, 'published.json'), '{"source":')],
])('a start makes the pages anew where %s', async (_, change) => {
  const its = await published()
  change(its)
  const { publisher, rendered } = await run(its.app)
  expect(publisher.resume()).toBe(false)
  expect(publisher.site().files.has('/')).toBe(false)
  await publisher.publish()
  expect(rendered).toContain('/')
})

test.each([{ build: 'another build' }, { publicOrigin: 'https://otra.gt' }])(
  'a start with %o makes the pages anew',
  async (changes) => {
    const { app } = await published()
    const { publisher } = await run(app, changes)
    expect(publisher.resume()).toBe(false)
  },
)

test('what could not be published is not noted: the next start tries again', async () => {
  const { app, publisher, pages } = await published()
  saveSection(app.db, 'hero', { location: 'Antigua' }, someEdit)
  pages.areBroken = true
  expect((await publisher.publish()).error).not.toBeNull()
  await publisher.compressSmall()
  expect((await run(app)).publisher.resume()).toBe(false)
})
