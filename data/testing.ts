/** Fixtures for tests: a database in memory, and items and registrations to store in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createItem } from './content/content.ts'
import type { CollectionKey, Item, ItemFields } from './content/schema.ts'
import { type Db, emptyDb, openDb } from './db/db.ts'
import { registrationWriter } from './registrations/new-registrations.ts'
import { findRegistrations, type RegistrationCounts } from './registrations/registrations.ts'
import type { Registration, RegistrationFields, RegistrationFilter } from './registrations/schema.ts'

/** A time long before each test, so that changes made by the test have another time. */
export const longAgo = '2025-01-01T12:00:00.000Z'

/** The time zone of the tests' events. */
export const zone = 'America/Guatemala'

/** Arguments for saving a section if it does not matter who saves it. */
export const someEdit = { by: null, at: longAgo, queueMail: null, timeZone: zone, mayChangeEvent: true }

/** Creates a folder that is removed with its files when the test ends. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'conferencia-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Stops the clock at `at`, by default now, until the test ends. Timers continue. */
export function holdClock(at?: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at === undefined ? Date.now() : new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
}

/** Stops the clock at a time in the future, until the test ends. */
export const later = (milliseconds: number): void => holdClock(new Date(Date.now() + milliseconds).toISOString())

/** Opens an empty database that is closed when the test ends. */
export function memoryDb(): Db {
  const db = openDb(emptyDb())
  onTestFinished(() => void db.close())
  return db
}

const samples: { [K in CollectionKey]?: Partial<ItemFields<K>> } = {
  speakers: { name: 'José Pérez', title: 'CTO', company: 'Quetzal Labs' },
  scenarios: { name: 'Auditorio' },
  events: { title: 'Apertura', startTime: '09:00', endTime: '10:00' },
  partners: { name: 'Banco Maya' },
}

/** Stores an item without publishing. Sample values complete `fields`. */
export function addItem<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>> = {}): Item<K> {
  const change = createItem(db, key, { ...samples[key], ...fields } as Partial<ItemFields<K>>, { by: null, at: longAgo })
  if (change.outcome !== 'saved') throw new Error(`the sample is ${change.outcome}`)
  return change.item
}

/** Cached for each database, because some tests store thousands of registrations. */
const writers = new WeakMap<Db, ReturnType<typeof registrationWriter>>()

/** Stores a registration at the time `at`. Returns false if no new one was added. */
export function createRegistration(db: Db, fields: RegistrationFields, at: string): boolean {
  const write = writers.get(db) ?? registrationWriter(db, zone)
  writers.set(db, write)
  return write({ fields, at, idempotencyKey: null, marketingText: '' }).stored === 'added'
}

/** Returns the registrations that match the filter, in its order. */
export const listRegistrations = (db: Db, filter: RegistrationFilter): Registration[] => findRegistrations(db, filter).list

/** Counts registrations that match the filter, without listing them. */
export const countRegistrations = (db: Db, filter: RegistrationFilter): RegistrationCounts =>
  findRegistrations(db, { ...filter, limit: 0 }).counts

/** Stores a registration and returns it. */
export function addRegistration(db: Db, fields: Partial<RegistrationFields> = {}, at = longAgo): Registration {
  const registration = { name: 'José Pérez', email: 'jose@ejemplo.gt', ...fields }
  createRegistration(db, registration, at)
  const [stored] = listRegistrations(db, { search: registration.email })
  if (!stored) throw new Error('the registration was not stored')
  return stored
}

/** Returns all rows that a call could change, to compare before and after. */
export function stored(db: Db) {
  const rows = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()
  return { revisions: rows('revisions'), registrations: rows('registrations'), users: rows('users'), sessions: rows('sessions') }
}
