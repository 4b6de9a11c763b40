import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { addItem, memoryDb, someEdit } from '../testing.ts'
import { createItem, deleteItem, readSection, updateItem } from './content.ts'
import { restoreItem } from './restore.ts'
import { slugFrom, slugOwners } from './slugs.ts'

test.each([
  ['Bases de datos en calma', 'bases-de-datos-en-calma'],
  ["¿Qué es K'iche' hoy? Ñandú & ä", 'que-es-kiche-hoy-nandu-a'],
  ['  C++ / Rust: 100 % más rápido  ', 'c-rust-100-mas-rapido'],
  ['Straße', 'strasse'],
  ['مرحبا 🎉', ''],
  [`${'palabra '.repeat(20)}`, `${'palabra-'.repeat(10)}`.slice(0, 79)],
])('the name %s gives the slug %s', (text, slug) => {
  expect(slugFrom(text)).toBe(slug)
})

const edit = someEdit
const plenary = { startTime: '09:00', isPlenary: true }
const restoring = { ...edit, settings: [] }

test('an item gets a slug from its name, and keeps this slug when it is renamed', () => {
  const db = memoryDb()
  const [ana, other] = [addItem(db, 'speakers', { name: 'Ana' }), addItem(db, 'speakers', { name: 'Ána' })]
  const [talk, unnamed] = [
    addItem(db, 'events', { ...plenary, title: 'Ana' }),
    addItem(db, 'events', { ...plenary, title: '🎉' }),
  ]
  expect([ana, other, talk, unnamed].map(({ slug }) => slug)).toEqual(['ana', 'ana-2', 'ana', 'charla'])
  expect(updateItem(db, 'speakers', ana.id, { name: 'Ana María' }, edit)).toMatchObject({ item: { slug: 'ana' } })
  expect(readSection(db, 'speakers').value.map(({ slug }) => slug)).toEqual(['ana', 'ana-2'])
})

test('rejects a slug that another item of the list uses or has used', () => {
  const db = memoryDb()
  const [ana, eva] = [addItem(db, 'speakers', { name: 'Ana' }), addItem(db, 'speakers', { name: 'Eva' })]
  const put = (id: string, slug: string) => updateItem(db, 'speakers', id, { slug }, edit)
  expect(put(ana.id, 'ana-garcia')).toMatchObject({ outcome: 'saved', item: { slug: 'ana-garcia' } })
  const refused = { outcome: 'invalid', fields: { slug: expect.stringContaining('es o fue de otra') } }
  for (const slug of ['ana', 'ana-garcia']) expect(put(eva.id, slug)).toEqual(refused)
  deleteItem(db, 'speakers', ana.id, edit)
  expect(put(eva.id, 'ana')).toEqual(refused)
  expect(createItem(db, 'speakers', { name: 'Otra', title: '', company: '', slug: 'ana-garcia' }, edit)).toEqual(refused)
  expect(addItem(db, 'speakers', { name: 'Ana' }).slug).toBe('ana-2')
  expect(put(eva.id, 'libre')).toMatchObject({ outcome: 'saved' })
  expect([...slugOwners(db, 'speakers').keys()].toSorted()).toEqual(['ana', 'ana-2', 'ana-garcia', 'eva', 'libre'])
})

test('an item can return to a slug that it used before', () => {
  const db = memoryDb()
  const { id } = addItem(db, 'speakers', { name: 'Ana' })
  const slugAfter = (fields: { name?: string; slug?: string }) => {
    const change = updateItem(db, 'speakers', id, fields, edit)
    return change.outcome === 'saved' ? change.item.slug : change.outcome
  }
  expect(slugAfter({ slug: 'otra' })).toBe('otra')
  expect(slugAfter({ slug: 'ana' })).toBe('ana')
  expect(slugAfter({ slug: '', name: 'Ana María' })).toBe('ana-maria')
  expect(slugAfter({ slug: '', name: 'Ana' })).toBe('ana')
})

test('a deleted item that is restored gets back the slug that it had in that revision', () => {
  const db = memoryDb()
  const ana = addItem(db, 'speakers', { name: 'Ana' })
  const { revision } = readSection(db, 'speakers')
  updateItem(db, 'speakers', ana.id, { slug: 'otra' }, edit)
  deleteItem(db, 'speakers', ana.id, edit)
  addItem(db, 'speakers', { name: 'Ana' })
  expect(restoreItem(db, revision, ana.id, restoring)).toMatchObject({ outcome: 'saved' })
  expect(readSection(db, 'speakers').value.map(({ name, slug }) => [name, slug])).toEqual([
    ['Ana', 'ana'],
    ['Ana', 'ana-2'],
  ])
})

test('limits how many slugs of deleted items stay reserved', () => {
  const db = memoryDb()
  const kept = addItem(db, 'speakers', { name: 'Ana' })
  db.exec(`INSERT INTO slugs (section, slug, item)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${limits.deletedSlugs})
    SELECT 'speakers', 'gone-' || n, 'gone-' || n FROM numbers`)
  const eva = addItem(db, 'speakers', { name: 'Eva' })
  deleteItem(db, 'speakers', eva.id, edit)
  const owners = slugOwners(db, 'speakers')
  expect(owners.size).toBe(limits.deletedSlugs + 1)
  expect([owners.get('ana'), owners.get('eva'), owners.get('gone-1'), owners.get('gone-2')]).toEqual([
    kept.id,
    eva.id,
    undefined,
    'gone-2',
  ])
})
