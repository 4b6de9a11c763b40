import { expect, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { findUploadsInUse } from '../../data/content/unreferenced-uploads.ts'
import { addItem, someEdit } from '../../data/testing.ts'
import { createTestApp, type TestApp } from '../testing.ts'
import { cleanUploads } from './clean.ts'
import { filesOf, nothing, svg, upload } from './testing.ts'

const tomorrow = () => Date.now() + 25 * 60 * 60 * 1000
const clean = ({ db, uploads }: TestApp, isRemoving: boolean, now = tomorrow()) =>
  cleanUploads(db, uploads.storage, isRemoving, now)

async function withUpload() {
  const app = await createTestApp()
  const { address } = await upload(app, 'logo.svg', svg)
  return { app, ...address }
}

test('an unused upload is deleted with all its versions, but only on request', async () => {
  const { app, fileName } = await withUpload()
  const before = filesOf(app)
  const names = [fileName, `${fileName}.br`, `${fileName}.gz`, fileName.replace('.svg', '')]
  const [listed, ...more] = await clean(app, false)
  expect([listed?.names.toSorted(), more]).toEqual([names.toSorted(), []])
  expect(listed?.size).toBeGreaterThan(2 * svg.length)
  expect(filesOf(app)).toEqual(before)
  expect(await clean(app, true)).toEqual([listed])
  expect(filesOf(app)).toEqual(nothing)
})

test('keeps unused uploads of the last day, because an unsaved form may use them', async () => {
  const { app } = await withUpload()
  expect(await clean(app, true, Date.now() + 23 * 60 * 60 * 1000)).toEqual([])
  expect(filesOf(app).published).toHaveLength(3)
})

test('keeps an upload that is shown on the page', async () => {
  const { app, publicURL } = await withUpload()
  addItem(app.db, 'partners', { logo: publicURL })
  expect(await clean(app, true)).toEqual([])
})

test.each([
  ['by an absolute URL', (url: string) => `https://conferencia.gt${url}`],
  ['without the first slash', (url: string) => url.slice(1)],
])('keeps an upload that content uses %s', async (_, write) => {
  const { app, publicURL } = await withUpload()
  saveSection(app.db, 'hero', { headerLogo: write(publicURL) }, someEdit)
  expect(await clean(app, true)).toEqual([])
})

test('keeps the signatures on certificates of past conference editions', async () => {
  const { app, publicURL } = await withUpload()
  app.db
    .prepare(
      `INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads, constancia)
       VALUES ('2025', 'Telar', '2025-03-05T13:00:00.000Z', '2025-03-06T00:00:00.000Z', 1, 0, '[]', ?)`,
    )
    .run(JSON.stringify({ signatures: [{ name: 'Ixchel Toj', title: '', image: publicURL }] }))
  expect(await clean(app, true)).toEqual([])
  expect(findUploadsInUse(app.db, ['no-hay', publicURL])).toEqual([publicURL])
})

test('keeps an upload while a stored revision uses it', async () => {
  const { app, publicURL } = await withUpload()
  saveSection(app.db, 'hero', { headerLogo: publicURL }, someEdit)
  saveSection(app.db, 'hero', { headerLogo: '' }, someEdit)
  expect(await clean(app, true)).toEqual([])
  const muchLater = { ...someEdit, at: new Date().toISOString() }
  for (let revision = 0; revision < 200; revision++) saveSection(app.db, 'hero', { headerLogo: '' }, muchLater)
  expect(await clean(app, true)).toHaveLength(1)
})
