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

/** Earlier than all times in a test, so that changes made by the test have a different time. */
export const longAgo = '2025-01-01T12:00:00.000Z'

export const zone = 'America/Guatemala'

export const someEdit = { by: null, at: longAgo, queueMail: null, timeZone: zone, mayChangeEvent: true }

export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'conferencia-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Stops the clock, but not timers, until the test ends. */
export function holdClock(at?: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at === undefined ? Date.now() : new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
}

export const later = (milliseconds: number): void => holdClock(new Date(Date.now() + milliseconds).toISOString())

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

export function addItem<K extends CollectionKey>(db: Db, key: K, fields: Partial<ItemFields<K>> = {}): Item<K> {
  const change = createItem(db, key, { ...samples[key], ...fields } as Partial<ItemFields<K>>, { by: null, at: longAgo })
  if (change.outcome !== 'saved') throw new Error(`the sample is ${change.outcome}`)
  return change.item
}

/** Cached per database, because some tests store thousands of registrations. */
const writers = new WeakMap<Db, ReturnType<typeof registrationWriter>>()

export function createRegistration(db: Db, fields: RegistrationFields, at: string): boolean {
  const write = writers.get(db) ?? registrationWriter(db, zone)
  writers.set(db, write)
  return write({ fields, at, idempotencyKey: null, marketingText: '' }).stored === 'added'
}

export const listRegistrations = (db: Db, filter: RegistrationFilter): Registration[] => findRegistrations(db, filter).list

export const countRegistrations = (db: Db, filter: RegistrationFilter): RegistrationCounts =>
  findRegistrations(db, { ...filter, limit: 0 }).counts

export function addRegistration(db: Db, fields: Partial<RegistrationFields> = {}, at = longAgo): Registration {
  const registration = { name: 'José Pérez', email: 'jose@ejemplo.gt', ...fields }
  createRegistration(db, registration, at)
  const [stored] = listRegistrations(db, { search: registration.email })
  if (!stored) throw new Error('the registration was not stored')
  return stored
}

/** Returns the rows of four tables, to compare them before and after a call. */
export function stored(db: Db) {
  const rows = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()
  return { revisions: rows('revisions'), registrations: rows('registrations'), users: rows('users'), sessions: rows('sessions') }
}
