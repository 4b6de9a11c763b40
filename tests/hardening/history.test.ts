import { expect, test } from 'vitest'
import { updateItem } from '../../data/content/content.ts'
import { itemDefaults } from '../../data/content/defaults.ts'
import type { HistoryEntry } from '../../data/content/history.ts'
import { insertRevision, keptRevisionCount } from '../../data/content/revisions.ts'
import type { Item } from '../../data/content/schema.ts'
import { databaseName, openDb } from '../../data/db/db.ts'
import { temporaryDir } from '../../data/testing.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull, rounds } from '../support/full.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const mb = 1024 * 1024
const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-01-01T12:00:00.000Z')
const edit = (at = start) => ({ by: null, at: new Date(at).toISOString() })

const speakers = (count: number, fields: Partial<Item<'speakers'>>): Item<'speakers'>[] =>
  Array.from({ length: count }, (_, index) => ({
    ...(itemDefaults.speakers as Item<'speakers'>),
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    createdAt: edit().at,
    updatedAt: edit().at,
    name: `Ana María López ${index}`,
    title: 'Directora de Tecnología',
    company: 'Quetzal Labs',
    ...fields,
  }))

const product = await sharedProduct()
const db = openDatabase(product)
const headers = await openSession(product)

/** Milliseconds. In a full run these tests take minutes on a slow machine. */
const timeout = 600_000

test('the database stays below 50 MB after 5,000 saves of 200 speakers', { timeout }, () => {
  const saves = rounds(200, 5_000)
  const file = openDb(`${temporaryDir()}/${databaseName}`)
  try {
    const list = speakers(200, { bio: 'Trabaja con datos desde hace diez años. '.repeat(15), image: '/public-objects/a.webp' })
    insertRevision(file, 'speakers', list, edit())
    for (let count = 0; count < saves; count++)
      updateItem(file, 'speakers', list[count % 200]?.id ?? '', { company: `Empresa ${count}` }, edit(start + count * 60_000))
    expect(file.prepare('SELECT count(*) FROM revisions').pluck().get()).toBe(saves + 1)
    const bytes = file.prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').pluck().get()
    console.info(`${saves} saves of 200 speakers: ${((bytes ?? 0) / mb).toFixed(1)} MB`)
    expect(bytes).toBeLessThan((50 * mb * saves) / 5_000)
  } finally {
    file.close()
  }
})

test('returns the history of a year of saves page by page', async () => {
  const list = speakers(50, { bio: 'Breve.' })
  insertRevision(db, 'speakers', list, edit())
  for (let count = 1; count < keptRevisionCount; count++)
    updateItem(db, 'speakers', list[count % 50]?.id ?? '', { company: `Empresa ${count}` }, edit(start + count * 1.8 * day))
  const read: HistoryEntry[] = []
  for (let page = 0; page < 4; page++) {
    const answer = await send(product, `GET /api/history?section=speakers&limit=50&offset=${page * 50}`, { headers })
    expect(answer.headers['x-counts']).toBe(`total=${keptRevisionCount}`)
    read.push(...JSON.parse(answer.body))
  }
  expect(read.map(({ changes: [change] }) => change?.after)).toEqual([
    ...Array.from({ length: keptRevisionCount - 1 }, (_, index) => `Empresa ${keptRevisionCount - 1 - index}`),
    expect.objectContaining({ id: list[0]?.id }),
  ])
})

test.runIf(isFull)('the largest possible history is read with limited memory', { timeout }, async () => {
  const url = `https://ejemplo.gt/${'x'.repeat(2_000)}`
  const links = Array.from({ length: 6 }, () => ({ label: 'w'.repeat(100), url }))
  const list = speakers(400, { bio: 'ñ'.repeat(10_000), links, linkedinUrl: url, twitterUrl: url, image: url })
  insertRevision(db, 'speakers', list, edit())
  for (let count = 0; count < 200; count++)
    updateItem(db, 'speakers', list[count]?.id ?? '', { bio: `${count}${'n'.repeat(9_990)}`, title: `${count}` }, edit())
  // The first request loads code and fills caches. Their memory does not count.
  await send(product, 'GET /api/history?limit=1', { headers })
  const before = product.memory()
  for (const query of ['', '?limit=1000', '?limit=1000&section=speakers', '?limit=1000&offset=100']) {
    const answer = await send(product, `GET /api/history${query}`, { headers })
    expect([answer.status, JSON.parse(answer.body).length > 0, answer.bytes.length < 6 * mb]).toEqual([200, true, true])
  }
  const growth = product.memory() - before
  console.info(`the history took ${growth.toFixed(0)} MB`)
  expect(growth).toBeLessThan(60)
})
