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

test('lists an unreferenced upload with all its files, and removes it only on request', async () => {
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

test('an upload of the last day stays, for a form that is not saved yet may refer to it', async () => {
  const { app } = await withUpload()
  expect(await clean(app, true, Date.now() + 23 * 60 * 60 * 1000)).toEqual([])
  expect(filesOf(app).published).toHaveLength(3)
})

test('an upload that the page shows stays', async () => {
  const { app, publicURL } = await withUpload()
  addItem(app.db, 'partners', { logo: publicURL })
  expect(await clean(app, true)).toEqual([])
})

test.each([
  ['with the site before it', (url: string) => `https://conferencia.gt${url}`],
  ['without its first slash', (url: string) => url.slice(1)],
])('an upload that is referred to %s stays', async (_, write) => {
  const { app, publicURL } = await withUpload()
  saveSection(app.db, 'hero', { headerLogo: write(publicURL) }, someEdit)
  expect(await clean(app, true)).toEqual([])
})

test('the signature on the constancias of an edition that is over stays', async () => {
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

test('an upload that only an earlier revision shows stays as long as that one is kept', async () => {
  const { app, publicURL } = await withUpload()
  saveSection(app.db, 'hero', { headerLogo: publicURL }, someEdit)
  saveSection(app.db, 'hero', { headerLogo: '' }, someEdit)
  expect(await clean(app, true)).toEqual([])
  const muchLater = { ...someEdit, at: new Date().toISOString() }
  for (let revision = 0; revision < 200; revision++) saveSection(app.db, 'hero', { headerLogo: '' }, muchLater)
  expect(await clean(app, true)).toHaveLength(1)
})
