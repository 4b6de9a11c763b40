import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigrations, type Db, openDb } from '../db/db.ts'
import { migrations } from '../db/migrations.ts'
import { createRegistration, listRegistrations, memoryDb, temporaryDir, zone } from '../testing.ts'
import { type NewRegistration, registrationBatchWriter, registrationWriter } from './new-registrations.ts'
import { confirmRegistrations } from './registrations.ts'

const at = '2025-06-01T12:00:00.000Z'
const later = '2025-06-01T12:05:00.000Z'
const jose = { name: 'José', email: 'jose@ejemplo.gt' }
const ana = { name: 'Ana', email: 'ana@ejemplo.gt' }
const key = 'd9428888-122b-11e1-b85c-61cd3cbb3210'

const registration = (fields: NewRegistration['fields'], more: Partial<NewRegistration> = {}): NewRegistration => {
  return { fields, at, idempotencyKey: null, marketingText: 'Acepto', ...more }
}

const people = (db: Db) => listRegistrations(db, {}).map(({ name, email }) => `${name} ${email}`)

test('stores a new registration as pending, and omitted fields as empty texts', () => {
  const db = memoryDb()
  expect(createRegistration(db, { name: 'José', email: 'Jose@Ejemplo.gt' }, at)).toBe(true)
  const [{ id, ...rest } = { id: '' }] = listRegistrations(db, {})
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(rest).toEqual({
    name: 'José',
    email: 'Jose@Ejemplo.gt',
    company: '',
    position: '',
    phone: '',
    acceptsMarketing: false,
    consentText: null,
    consentDate: null,
    registrationDate: at,
    isConfirmed: false,
    notes: '',
    staffNotes: '',
    status: 'registered',
    arrivedAt: null,
    door: null,
    isWalkIn: false,
    importedFrom: '',
    unconfirmedAt: null,
    passedTo: '',
    passedFrom: '',
    placeLink: '',
    answers: {},
    questionTexts: {},
  })
})

test('the comments of the person are stored apart from the notes of the organisers', () => {
  const db = memoryDb()
  createRegistration(db, { ...jose, comments: 'Llego tarde' }, at)
  expect(listRegistrations(db, {}).map(({ notes, staffNotes }) => [notes, staffNotes])).toEqual([['Llego tarde', '']])
})

test.each(['jose@ejemplo.gt', 'JOSE@Ejemplo.GT'])(
  'registering %s a second time does not change the stored registration',
  (email) => {
    const db = memoryDb()
    createRegistration(db, { name: 'José', email: 'jose@ejemplo.gt' }, at)
    const before = listRegistrations(db, {})
    expect(createRegistration(db, { name: 'Intruso', email, phone: '1' }, '2025-07-01T12:00:00.000Z')).toBe(false)
    expect(listRegistrations(db, {})).toEqual(before)
  },
)

test('stores the consent text and its time if the person agreed', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration({ ...jose, acceptsMarketing: true }))
  write(registration({ ...ana, acceptsMarketing: false }))
  const consents = listRegistrations(db, { search: 'jose' }).concat(listRegistrations(db, { search: 'ana' }))
  expect(consents.map(({ consentText, consentDate }) => [consentText, consentDate])).toEqual([
    ['Acepto', at],
    [null, null],
  ])
})

test('a registration sent twice with one idempotency key is stored once, with the last values', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration({ name: 'Jose', email: 'jsoe@ejemplo.gt', acceptsMarketing: true }, { idempotencyKey: key }))
  const [first] = listRegistrations(db, {})
  expect(write(registration({ ...jose, phone: '1' }, { idempotencyKey: key, at: later })).stored).toBe('replaced')
  const consent = { acceptsMarketing: false, consentText: null, consentDate: null }
  expect(listRegistrations(db, {})).toEqual([{ ...first, ...jose, phone: '1', ...consent }])
  expect(listRegistrations(db, { search: 'jsoe@' })).toEqual([])
})

test('a cancelled walk-in who registers again needs a seat like everybody', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration(jose))
  db.exec("UPDATE registrations SET isWalkIn = 1, status = 'cancelled'")
  write(registration(jose))
  expect(listRegistrations(db, {})).toMatchObject([{ status: 'registered', isWalkIn: false }])
})

test('a second registration with a new idempotency key does not replace the first', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration(jose, { idempotencyKey: key }))
  const before = listRegistrations(db, {})
  expect(write(registration({ ...jose, name: 'Intruso' }, { idempotencyKey: key.replace('d', 'e') })).stored).toBe('existing')
  expect(write(registration({ ...jose, name: 'Intruso' })).stored).toBe('existing')
  expect(listRegistrations(db, {})).toEqual(before)
})

test('an idempotency key expires when the person registers again without the key', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration(jose, { idempotencyKey: key }))
  expect(write(registration(jose)).stored).toBe('existing')
  const told = listRegistrations(db, {})
  expect(write(registration(ana, { idempotencyKey: key })).stored).toBe('added')
  expect(listRegistrations(db, { search: 'jose' })).toEqual(told)
  expect(write(registration({ ...jose, name: 'Intruso' }, { idempotencyKey: key })).stored).toBe('existing')
  expect(listRegistrations(db, {})).toEqual(told)
})

test('correcting a mistyped e-mail to a registered e-mail deletes the mistaken registration', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration({ ...ana, name: 'Ana María' }))
  write(registration(jose))
  write(registration({ name: 'Ana', email: 'nan@ejemplo.gt' }, { idempotencyKey: key }))
  expect(write(registration(ana, { idempotencyKey: key })).stored).toBe('existing')
  expect(people(db).toSorted()).toEqual(['Ana María ana@ejemplo.gt', 'José jose@ejemplo.gt'])
})

test('an idempotency key cannot replace a registration that staff confirmed', () => {
  const db = memoryDb()
  const write = registrationWriter(db, zone)
  write(registration(jose, { idempotencyKey: key }))
  confirmRegistrations(db, [listRegistrations(db, {})[0]?.id ?? ''], true)
  write(registration({ ...jose, name: 'Otro' }, { idempotencyKey: key }))
  write(registration(ana, { idempotencyKey: key }))
  expect(people(db).toSorted()).toEqual(['Ana ana@ejemplo.gt', 'José jose@ejemplo.gt'])
})

/** Returns a database that refuses this name. `how` is SQLite’s keyword for how much an error undoes. */
function refusing(name: string, how: 'ABORT' | 'ROLLBACK'): Db {
  const db = memoryDb()
  db.exec(
    `CREATE TRIGGER refusing BEFORE INSERT ON registrations WHEN NEW.name = '${name}' BEGIN SELECT RAISE(${how}, 'no'); END`,
  )
  return db
}

test('if one registration of a batch cannot be stored, the other registrations are stored', () => {
  const db = refusing('mal', 'ABORT')
  const results = registrationBatchWriter(db, zone)([jose, { ...ana, name: 'mal' }, ana].map((person) => registration(person)))
  expect(results.map((result) => (result instanceof Error ? result.message : result.stored))).toEqual(['added', 'no', 'added'])
  expect(people(db).toSorted()).toEqual(['Ana ana@ejemplo.gt', 'José jose@ejemplo.gt'])
})

test('rolling back the database transaction rejects the whole batch of registrations', () => {
  const db = refusing('mal', 'ROLLBACK')
  const writeBatch = registrationBatchWriter(db, zone)
  expect(() => writeBatch([jose, { ...ana, name: 'mal' }, ana].map((person) => registration(person)))).toThrow('no')
  expect(people(db)).toEqual([])
  expect(writeBatch([registration(jose)])).toEqual([{ stored: 'added', outcome: 'registered' }])
})

test('registrations stored before consent texts were recorded have no consent text', () => {
  const dir = temporaryDir()
  const file = join(dir, 'conference.db')
  const before = new Database(file)
  applyMigrations(before, migrations.slice(0, 1))
  before.pragma('user_version = 1')
  before.exec(`INSERT INTO registrations (id, name, email, emailKey, acceptsMarketing, registrationDate, searchText)
    VALUES ('1', 'José', 'jose@ejemplo.gt', 'jose@ejemplo.gt', 1, '${at}', '')`)
  before.close()
  const db = openDb(file)
  onTestFinished(() => void db.close())
  expect(listRegistrations(db, {})).toMatchObject([{ ...jose, acceptsMarketing: true, consentText: null, consentDate: null }])
})
