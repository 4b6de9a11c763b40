/**
 * What stays on the phone: the list, the log, and a few settings. In IndexedDB, which outlives a reload, a killed browser and a
 * dead battery.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { DoorEvent, Person } from './person.ts'

/**
 * `cursor` is of the list that is here, empty without one; `syncedAt` when it was brought up to date, by this phone's clock; `keepUntil`
 * three days after the event (both ISO 8601, or empty). `offset`: milliseconds that this clock is behind the server's. `isLeaving`:
 * somebody signed out here, and the server does not know it yet.
 */
export type Settings = {
  device: string
  door: string
  cursor: string
  syncedAt: string
  keepUntil: string
  offset: number
  isLeaving: boolean
}

/**
 * The list is read as a few long texts: twenty thousand records of their own take a browser several times as long. Who changed since
 * it was written is in `people`, over it.
 */
interface Schema extends DBSchema {
  list: { key: number; value: string }
  people: { key: string; value: Person }
  events: { key: number; value: DoorEvent }
  settings: { key: keyof Settings; value: Settings[keyof Settings] }
}

const name = 'puerta'

const stores = ['list', 'people', 'events', 'settings'] as const

/** People in one text. */
const together = 5_000

/**
 * `people` as they were written one after the other: of somebody who is in it twice the last one counts. `changed` are the last
 * so many.
 */
export type Kept = { people: Person[]; changed: number; events: DoorEvent[]; settings: Partial<Settings> }

/** `list` replaces everybody who is kept; `people` changes some of them. */
export type Changes = {
  list?: readonly Person[]
  people?: readonly Person[]
  events?: readonly DoorEvent[]
  settings?: Partial<Settings>
}

export type Store = {
  read(): Promise<Kept>
  /** Keeps all of it or nothing, and returns once it is on the disk: who is let in stays let in, whatever happens to the phone. */
  write(changes: Changes): Promise<void>
  /** Leaves nothing on the phone. */
  wipe(): Promise<void>
  /** Opens it again, after another tab may have wiped it. */
  reopen(): Promise<void>
}

export async function openStore(): Promise<Store> {
  let db = await open()
  return {
    async read() {
      const reading = db.transaction(stores)
      const settings = reading.objectStore('settings')
      const [list, changed, events, keys, values] = await Promise.all([
        reading.objectStore('list').getAll(),
        reading.objectStore('people').getAll(),
        reading.objectStore('events').getAll(),
        settings.getAllKeys(),
        settings.getAll(),
      ])
      const people = [...list.flatMap((text): Person[] => JSON.parse(text)), ...changed]
      return {
        people,
        changed: changed.length,
        events,
        settings: Object.fromEntries(keys.map((key, index) => [key, values[index]])),
      }
    },
    async write({ list, people = [], events = [], settings = {} }) {
      const writing = db.transaction(stores, 'readwrite', { durability: 'strict' })
      // Not awaited one by one: the transaction's end says whether all of them are kept.
      if (list) {
        void writing.objectStore('list').clear()
        void writing.objectStore('people').clear()
        for (let from = 0; from < list.length; from += together)
          void writing.objectStore('list').put(JSON.stringify(list.slice(from, from + together)), from)
      }
      for (const person of people) void writing.objectStore('people').put(person)
      for (const event of events) void writing.objectStore('events').put(event)
      for (const [key, value] of Object.entries(settings)) void writing.objectStore('settings').put(value, key as keyof Settings)
      await writing.done
    },
    async reopen() {
      db.close()
      db = await open()
    },
    async wipe() {
      db.close()
      await deleteDB(name)
      db = await open()
    },
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('people', { keyPath: 'id' })
        db.createObjectStore('events', { keyPath: 'seq' })
        db.createObjectStore('settings')
      }
      // Whoever is kept one by one from before stays so until the list is written anew.
      db.createObjectStore('list')
    },
    // Another tab wipes it.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
}
