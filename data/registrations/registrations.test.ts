import { expect, test, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import { countRegistrations, createRegistration, listRegistrations, memoryDb } from '../testing.ts'
import { confirmRegistrations, eachRegistration, findRegistrations } from './registrations.ts'
import type { RegistrationFields, RegistrationFilter } from './schema.ts'
import { orderOf } from './search.ts'

const at = '2025-06-01T12:00:00.000Z'

const add = (db: Db, name: string, fields: Partial<RegistrationFields> = {}, date = at) =>
  createRegistration(db, { name, email: `${name}@ejemplo.gt`, ...fields }, date)

const idOf = (db: Db, name: string) => listRegistrations(db, { search: name })[0]?.id ?? ''

function threePeople(): Db {
  const db = memoryDb()
  createRegistration(db, { name: 'José Pérez', email: 'jp@ejemplo.gt', company: 'Café Ñandú' }, '2025-06-01T12:00:00.000Z')
  createRegistration(db, { name: 'María José López', email: 'maria@ejemplo.gt' }, '2025-06-02T12:00:00.000Z')
  const phone = '(502) 5555 1234'
  const ana = { name: 'Ana 100%_real', email: 'ana@otro.gt', company: 'Labs', phone, acceptsMarketing: true }
  createRegistration(db, ana, '2025-06-03T12:00:00.000Z')
  confirmRegistrations(db, [idOf(db, 'ana@otro.gt')], true)
  return db
}

const names = (db: Db, filter: RegistrationFilter) => listRegistrations(db, filter).map(({ name }) => name.split(' ', 1)[0])

test.each<[string, RegistrationFilter, string[]]>([
  ['newest first', {}, ['Ana', 'María', 'José']],
  ['without accents', { search: 'perez' }, ['José']],
  ['in any case', { search: 'MARÍA' }, ['María']],
  ['in any order of words', { search: 'perez  jose' }, ['José']],
  ['by e-mail', { search: 'otro.gt' }, ['Ana']],
  ['by company', { search: 'nandu' }, ['José']],
  ['by words of different fields', { search: 'labs ana' }, ['Ana']],
  ['every word must occur', { search: 'jose labs' }, []],
  ['a word that several share', { search: 'josé' }, ['María', 'José']],
  ['a blank search finds everybody', { search: '  ' }, ['Ana', 'María', 'José']],
  ['a percent sign is an ordinary character', { search: '%' }, ['Ana']],
  ['an underscore is an ordinary character', { search: '0%_r' }, ['Ana']],
  ['confirmed people', { status: 'confirmed' }, ['Ana']],
  ['pending people', { status: 'pending' }, ['María', 'José']],
  ['search and status together', { search: 'jose', status: 'confirmed' }, []],
  ['a page', { limit: 1, offset: 1 }, ['María']],
  ['a page of a search', { search: 'jose', limit: 1 }, ['María']],
  ['with a wrong letter', { search: 'peres' }, ['José']],
  ['with a letter too many', { search: 'lopeez' }, ['María']],
  ['with a letter too few', { search: 'lpez' }, ['María']],
  ['with two letters swapped', { search: 'maira' }, ['María']],
  ['a mistyped beginning', { search: 'nandi' }, ['José']],
  ['a mistyped word beside a right one', { search: 'jose lopes' }, ['María']],
  ['two errors in a word', { search: 'peeres' }, []],
  ['an error in a short word', { search: 'ena' }, []],
  ['exact matches exclude matches with typos', { search: 'jose' }, ['María', 'José']],
  ['a phone number in any notation', { search: '5555-1234' }, ['Ana']],
  ['a phone number with its country', { search: '+502 (5555) 12 34' }, ['Ana']],
  ['digits with dashes in an e-mail', { search: '5555-1234-x@' }, []],
  ['the end of a phone number', { search: '1234' }, ['Ana']],
  ['a phone number and a name', { search: 'ana 55551234' }, ['Ana']],
  ['by name', { sort: 'name' }, ['Ana', 'José', 'María']],
  ['by name, descending', { sort: 'name', order: 'desc' }, ['María', 'José', 'Ana']],
  ['the oldest first', { sort: 'date', order: 'asc' }, ['José', 'María', 'Ana']],
  ['by status', { sort: 'state' }, ['Ana', 'José', 'María']],
])('filters and sorts the list: %s', (_, filter, found) => {
  expect(names(threePeople(), filter)).toEqual(found)
  expect(findRegistrations(threePeople(), filter).list.map(({ name }) => name.split(' ', 1)[0])).toEqual(found)
})

test('sorts names as in Spanish: ignores accents, and puts ñ after n', () => {
  const db = memoryDb()
  const sorted = ['Álvaro', 'ana', 'Ana Paz', 'Ándres', 'Nunzio', 'Nuñez', 'Nuzco', 'Óscar', 'Zoe']
  for (const [index, name] of sorted.toReversed().entries()) add(db, name, { email: `${index}@ejemplo.gt` })
  expect(listRegistrations(db, { sort: 'name' }).map(({ name }) => name)).toEqual(sorted)
})

test('sorting registrations by name uses an index', () => {
  const plan = memoryDb()
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT * FROM registrations ${orderOf({ sort: 'name' })} LIMIT 5`)
    .all()
  expect(plan.map(({ detail }) => detail)).toEqual(['SCAN registrations USING INDEX registrations_name'])
})

test('the index for typing errors contains no words of deleted people', () => {
  const db = threePeople()
  const words = () => db.prepare<[], string>('SELECT word FROM searchWords ORDER BY word').pluck().all()
  expect(words()).toEqual(['ana', 'cafe', 'jose', 'labs', 'lopez', 'maria', 'nandu', 'perez'])
  db.prepare('UPDATE registrations SET searchText = ? WHERE id = ?').run(' otra labs ', idOf(db, 'ana@otro.gt'))
  db.prepare('DELETE FROM registrations WHERE id = ?').run(idOf(db, 'jp@ejemplo.gt'))
  expect(words()).toEqual(['jose', 'labs', 'lopez', 'maria', 'otra'])
  db.exec('DELETE FROM registrations')
  expect(words()).toEqual([])
})

test('returns the number of people who match the filter, and of all people', () => {
  const all = {
    total: 3,
    confirmed: 1,
    pending: 2,
    marketing: 1,
    free: null,
    registered: 3,
    waitlisted: 0,
    cancelled: 0,
    arrived: 0,
  }
  const db = threePeople()
  expect(countRegistrations(db, {})).toEqual({ matching: 3, ...all })
  expect(countRegistrations(db, { search: 'jose', limit: 1 })).toEqual({ matching: 2, ...all })
  const none = {
    matching: 0,
    total: 0,
    confirmed: 0,
    pending: 0,
    marketing: 0,
    free: null,
    registered: 0,
    waitlisted: 0,
    cancelled: 0,
    arrived: 0,
  }
  expect(countRegistrations(memoryDb(), {})).toEqual(none)
})

test.each<[RegistrationFilter]>([
  [{}],
  [{ search: 'nadie' }],
  [{ limit: 2 }],
  [{ limit: 3 }],
  [{ limit: 4 }],
  [{ limit: 2, offset: 1 }],
  [{ limit: 2, offset: 2 }],
  [{ limit: 2, offset: 3 }],
  [{ limit: 2, offset: 9 }],
  [{ search: 'jose', limit: 2 }],
  [{ offset: 9 }],
])('the counts for the filter %j match the list', (filter) => {
  const db = threePeople()
  expect(findRegistrations(db, filter).counts).toEqual(countRegistrations(db, filter))
})

test.each<[RegistrationFilter]>([[{}], [{ search: 'jose' }], [{ status: 'pending' }], [{ search: 'gt e', status: 'confirmed' }]])(
  'with the filter %j, the export contains the people of the list',
  (filter) => {
    const db = threePeople()
    for (const pageSize of [1, 2, 3, 500]) {
      expect([...eachRegistration(db, filter, pageSize)]).toEqual(listRegistrations(db, filter))
    }
  },
)

test('an export has each person once, even if several registered in the same millisecond', () => {
  const db = memoryDb()
  for (let count = 0; count < 10; count++) add(db, `persona${count}`)
  const exported = [...eachRegistration(db, {}, 3)].map(({ id }) => id)
  expect(exported.toSorted()).toEqual(
    listRegistrations(db, {})
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('marks a registration as confirmed, and as pending again', () => {
  const db = memoryDb()
  add(db, 'jose')
  const id = idOf(db, 'jose')
  expect(confirmRegistrations(db, [id], true)).toEqual({ outcome: 'stored' })
  expect(listRegistrations(db, {}).map(({ isConfirmed }) => isConfirmed)).toEqual([true])
  confirmRegistrations(db, [id], false)
  expect(listRegistrations(db, {}).map(({ isConfirmed }) => isConfirmed)).toEqual([false])
  expect(confirmRegistrations(db, [id, 'unknown'], true)).toEqual({ outcome: 'missing', ids: ['unknown'] })
  expect(listRegistrations(db, {}).map(({ isConfirmed }) => isConfirmed)).toEqual([false])
})

test('only people with a seat count as confirmed or pending', () => {
  const db = memoryDb()
  const [ana, eva] = ['ana', 'eva', 'luz', 'zoe'].map((name) => {
    add(db, name)
    return idOf(db, name)
  })
  confirmRegistrations(db, [ana ?? '', eva ?? ''], true)
  db.exec("UPDATE registrations SET status = 'cancelled' WHERE name = 'eva'")
  db.exec("UPDATE registrations SET status = 'waitlisted' WHERE name = 'luz'")
  expect(countRegistrations(db, {})).toMatchObject({
    total: 4,
    confirmed: 1,
    pending: 1,
    registered: 2,
    waitlisted: 1,
    cancelled: 1,
  })
  const names = (status: 'confirmed' | 'pending') => listRegistrations(db, { status }).map(({ name }) => name)
  expect([names('confirmed'), names('pending')]).toEqual([['ana'], ['zoe']])
})

test('a search ignores all words after the eighth', () => {
  const db = memoryDb()
  add(db, 'Ana uno dos tres cuatro cinco seis siete ocho', { email: 'ana@ejemplo.gt' })
  const found = (search: string) => listRegistrations(db, { search }).length
  expect(found('ana uno dos tres cuatro cinco seis siete nadie')).toBe(1)
  expect(found('ana uno dos tres cuatro cinco seis nadie')).toBe(0)
  expect(found(`${'ana ana '.repeat(8)}nadie`)).toBe(0)
  const read = vi.spyOn(db, 'prepare')
  expect(found('cuatroo cincoo sietee')).toBe(1)
  expect(read.mock.calls.filter(([sql]) => sql.includes('FROM searchWords'))).toHaveLength(1)
})

test.each([
  ["María K'atun", 'k’atun'],
  ['Pedro Qʼoqʼ', "q'oq'"],
  ['Luz Ixꞌ', "ix'"],
  ['Ana Ærø', 'aero'],
  ['Otto Strauß', 'STRAUSS'],
  ['Ewa Łaska', 'laska'],
])('the stored name %s is found by the search %s, and vice versa', (name, search) => {
  for (const [stored, typed] of [
    [name, search],
    [search, name],
  ] as const) {
    const db = memoryDb()
    createRegistration(db, { name: stored, email: 'otro@ejemplo.gt' }, at)
    expect(listRegistrations(db, { search: typed.split(' ').at(-1) ?? '' })).toHaveLength(1)
  }
})
