import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { contentFiles, createPages, sheetsFile } from '../../api/publishing/pages.ts'
import { loadRender, type PageData, type Render, type RenderedPage, type SiteData } from '../../api/publishing/render.ts'
import type { Page } from '../../api/serving/site.ts'
import { distDir } from '../../api/system/root.ts'
import { readContent } from '../../data/content/content.ts'
import { saveSection } from '../../data/content/sections.ts'
import { slugOwners } from '../../data/content/slugs.ts'
import { type Db, openDb } from '../../data/db/db.ts'
import { roomsBySlug } from '../../data/live/room-slugs.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { addItem, someEdit, temporaryDir } from '../../data/testing.ts'
import { demoContent } from '../../demo/page-content.ts'
import { rounds } from '../support/full.ts'
import { edits, make } from './edits.ts'

process.env.NODE_ENV = 'production'
const settings = { publicOrigin: 'https://conferencia.gt', timeZone: 'America/Guatemala', mail: null }
const refused = { values: { name: '<b>José' }, errors: { email: 'Email válido requerido' } }
const render = await loadRender(distDir)

const contentOf = (db: Db) => publicContent(readContent(db).content, settings.timeZone)

/** Returns a renderer that records its calls and their pages. */
function noting() {
  const asked: { path: string; data: PageData | SiteData; page: RenderedPage }[] = []
  const noted: Render = async (path, data, rendering) => {
    const page = await render(path, data, rendering)
    asked.push({ path, data, page })
    return page
  }
  return { render: noted, asked: () => asked.splice(0) }
}

test('after many edits, pages made of cached parts equal freshly rendered pages', async () => {
  const file = join(temporaryDir(), 'conference.db')
  const db = openDb(file)
  onTestFinished(() => void db.close())
  await store(db)
  const { render: noted, asked } = noting()
  const site = createPages(noted, settings)
  await site.make(contentOf(db))
  asked()

  // `npm test` makes 25 edits, `npm run test:full -- page` 500.
  const wanted = rounds(25, 500)
  let [made, refusals] = [0, 0]
  for (const edit of fc.sample(edits, { seed: 16, numRuns: 2000 })) {
    if (made === wanted) break
    const before = contentOf(db)
    if (!make(db, edit)) {
      refusals++
      continue
    }
    made++
    // Renders a page for one visitor now and then, which must not affect other pages.
    if (made % 7 === 0) await site.refusedPage(before, refused)
    asked()
    const pages = await site.make(contentOf(db))
    // Reads through a new connection, so that cached content is compared too.
    const elsewhere = openDb(file)
    const content = contentOf(elsewhere)
    elsewhere.close()
    // Compares all files, also those that were not rendered again.
    for (const { route, name } of [sheetsFile, ...contentFiles.flat()]) {
      const fresh = await render(route, { origin: settings.publicOrigin, timeZone: settings.timeZone, content })
      expect({ edit, text: bodyOf(pages, name) }).toEqual({ edit, text: fresh.body.toString() })
    }
    // Compares a tenth of the pages of talks and speakers each time, whether cached or new.
    const owners = { events: slugOwners(db, 'events'), speakers: slugOwners(db, 'speakers'), inEditions: new Map() }
    const [kept, anew] = [site.plan(contentOf(db), owners), createPages(render, settings).plan(content, owners)]
    expect([...kept.names]).toEqual([...anew.names])
    for (const [index, item] of kept.items.entries()) {
      if (index % 10 !== made % 10) continue
      expect({ edit, files: await item.make() }).toEqual({ edit, files: await anew.items[index]?.make() })
    }
    for (const { path, data, page } of asked().filter(({ data }) => !('item' in data))) {
      const fresh = await render(path, { ...data, content })
      const isSame = fresh.body.equals(page.body) && fresh.csp === page.csp
      if (!isSame) expect({ edit, ...page, body: page.body.toString() }).toEqual({ edit, ...fresh, body: fresh.body.toString() })
    }
  }
  expect({ made, areMostTaken: refusals < wanted }).toEqual({ made: wanted, areMostTaken: true })
}, 400_000)

test('the page for a rejected form is equal with and without cached parts of the page', async () => {
  const content = publicContent(await demoContent(), settings.timeZone)
  const site = createPages(render, settings)
  await site.make(content)
  expect(await site.refusedPage(content, refused)).toEqual(await createPages(render, settings).refusedPage(content, refused))
})

test('a page is rendered again only if the data that it used has changed', async () => {
  const db = openDb(':memory:')
  onTestFinished(() => void db.close())
  await store(db)
  const { render: noted, asked } = noting()
  const site = createPages(noted, settings)
  const renderedPaths = async () => {
    await site.make(contentOf(db))
    return asked().map(({ path }) => path)
  }
  await renderedPaths()
  expect(await renderedPaths()).toEqual(['/'])
  saveSection(db, 'hero', { subtitle: 'Otro' }, someEdit)
  expect(await renderedPaths()).toEqual(['/'])
  saveSection(db, 'privacy', { notice: 'Otro' }, someEdit)
  expect(await renderedPaths()).toEqual(['/privacidad', '/'])
  addItem(db, 'partners', { name: 'Otro' })
  expect(await renderedPaths()).toEqual(['/'])
  addItem(db, 'speakers', { name: 'Otra' })
  const programme = ['/schedule.json', '/schedule.xml', '/schedule.csv']
  const screens = ['/pantalla', ...[...roomsBySlug(contentOf(db).scenarios).keys()].map((slug) => `/pantalla/${slug}`)]
  expect(await renderedPaths()).toEqual(['/fichas.html', '/agenda.ics', ...programme, '/sitemap.xml', ...screens, '/'])
})

const bodyOf = (pages: Page[], name: string) => pages.find((page) => page.name === name)?.file.body.toString()

/** Stores the demo's content. */
async function store(db: Db): Promise<void> {
  const insert = db.prepare('INSERT INTO revisions (section, value, savedAt) VALUES (?, ?, ?)')
  const content = await demoContent()
  for (const [key, value] of Object.entries(content)) insert.run(key, JSON.stringify(value), new Date().toISOString())
  const keep = db.prepare('INSERT INTO slugs (section, slug, item) VALUES (?, ?, ?)')
  for (const key of ['events', 'speakers'] as const) for (const { slug, id } of content[key]) keep.run(key, slug, id)
}
