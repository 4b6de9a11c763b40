import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { DoorPerson, DoorPlaces } from '../../data/door/schema.ts'
import type { DoorSession } from '../../data/seats/schema.ts'

/** A door event. `at` is the phone's time. Adding `offset` milliseconds gives the server's time. */
export type DoorEvent = {
  id: string
  device: string
  seq: number
  registration: string
  at: string
  offset: number
  door: string
  /** Undoes the arrival with this id. If true, undoes all earlier arrivals of the person. */
  undo?: string | true
  walkIn?: { name: string; company: string; email: string }
  /** The session at which the phone stood. Missing at the conference's door. */
  session?: string
  isSent: boolean
}

/** `isLeaving` means that the user signed out on this phone, but the server has not heard of it yet. */
export type Settings = {
  device: string
  door: string
  cursor: string
  syncedAt: string
  keepUntil: string
  offset: number
  isLeaving: boolean
  places: DoorPlaces | null
  /** Id of the session at which the phone stands. Empty at the conference's door. */
  session: string
  sessions: DoorSession[]
}

/** `list` has JSON texts of many people each, because 20,000 records would load slowly. `people` has the changes since. */
interface Schema extends DBSchema {
  list: { key: number; value: string }
  people: { key: string; value: DoorPerson }
  events: { key: number; value: DoorEvent }
  settings: { key: keyof Settings; value: Settings[keyof Settings] }
}

const databaseName = 'puerta'

const stores = ['list', 'people', 'events', 'settings'] as const

const maxPeoplePerText = 5_000

/** If two entries of `people` have the same id, the later entry counts. `changed` is the number of people stored one by one. */
export type StoredList = { people: DoorPerson[]; changed: number; events: DoorEvent[]; settings: Partial<Settings> }

export type Changes = {
  list?: readonly DoorPerson[]
  people?: readonly DoorPerson[]
  events?: readonly DoorEvent[]
  settings?: Partial<Settings>
}

export type Store = {
  read(): Promise<StoredList>
  /** Writes all changes or none. */
  write(changes: Changes): Promise<void>
  wipe(): Promise<void>
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
      const people = [...list.flatMap((text): DoorPerson[] => JSON.parse(text)), ...changed]
      return {
        people,
        changed: changed.length,
        events,
        settings: Object.fromEntries(keys.map((key, index) => [key, values[index]])),
      }
    },
    async write({ list, people = [], events = [], settings = {} }) {
      const writing = db.transaction(stores, 'readwrite', { durability: 'strict' })
      if (list) {
        void writing.objectStore('list').clear()
        void writing.objectStore('people').clear()
        for (let from = 0; from < list.length; from += maxPeoplePerText)
          void writing.objectStore('list').put(JSON.stringify(list.slice(from, from + maxPeoplePerText)), from)
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
      await deleteDB(databaseName)
      db = await open()
    },
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('people', { keyPath: 'id' })
        db.createObjectStore('events', { keyPath: 'seq' })
        db.createObjectStore('settings')
      }
      db.createObjectStore('list')
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
}
