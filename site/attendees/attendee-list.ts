import type { DoorPerson } from '../../data/door/schema.ts'
import { createEventLog, type EventLog, withUnsent } from './event-log.ts'
import { hasFreePlace } from './free-place.ts'
import { createPeopleIndex, type PeopleIndex } from './people-index.ts'
import { seatCounts } from './session-seats.ts'
import type { DoorEvent, Settings, Store } from './store.ts'

export type WalkIn = { name: string; company: string; email: string }

export type ListUpdate = {
  people?: DoorPerson[]
  removedIds?: string[]
  isWhole?: boolean
  sent?: DoorEvent[]
  settings?: Partial<Settings>
}

/** After this number of changes, the whole list is stored again, because people stored one by one load slowly. */
const maxChangedPeople = 1_000

export type AttendeeList = Awaited<ReturnType<typeof openAttendeeList>>

export async function openAttendeeList(store: Store, now = () => Date.now(), newId = (): string => crypto.randomUUID()) {
  const index = createPeopleIndex()
  const { person, withTicket, find, prepareFind } = index
  const log = createEventLog(now, newId)
  let settings = newSettings(newId())
  let changesCount = 0

  function clear(): void {
    index.clear()
    log.replace([])
    changesCount = 0
  }

  async function read(): Promise<void> {
    const stored = await store.read()
    for (const person of stored.people) index.put(person)
    changesCount = stored.changed
    log.replace(stored.events)
    settings = { ...newSettings(newId()), ...stored.settings }
    if (!stored.settings.device) await store.write({ settings })
  }

  async function add(person: DoorPerson, details: Pick<DoorEvent, 'undo' | 'walkIn'>): Promise<void> {
    const event = log.add(person, details, settings)
    const changedPerson = withUnsent(person, [event])
    // Updates the index before storing, because the camera may read the code again at once.
    index.put(changedPerson)
    changesCount++
    await store.write({ people: [changedPerson], events: [event] })
  }

  async function update({ settings: changed = {}, ...news }: ListUpdate): Promise<void> {
    settings = { ...settings, ...changed }
    const { people, sentEvents, isRemoved } = applyUpdate(news, index, log)
    changesCount += people.length
    // Stores the whole list again after many changes, and after a removal, because the stored list would keep removed people.
    const isRewritten = isRemoved || changesCount > maxChangedPeople
    if (isRewritten) changesCount = 0
    const stored = isRewritten ? { list: index.all(), events: [...log.unsent(), ...sentEvents] } : { people, events: sentEvents }
    await store.write({ ...stored, settings: changed })
  }

  await read()
  return {
    ...{ person, withTicket, find, prepareFind, update, unsent: log.unsent },
    get settings(): Readonly<Settings> {
      return settings
    },
    hasFreePlace: () => {
      const counts = { takenCount: index.takenCount(), arrived: index.counts().arrived }
      return hasFreePlace(settings.places, counts, now() + settings.offset)
    },
    hasList: () => settings.cursor !== '',
    counts: () => ({ ...index.counts(), unsent: log.unsent().length }),
    session: () => settings.sessions.find(({ id }) => id === settings.session) ?? null,
    seatCounts: () => seatCounts(index.people(), settings.session),
    arrive: (person: DoorPerson) => add(person, {}),
    undo: (person: DoorPerson) => add(person, { undo: log.undoOf(person, settings.session) }),
    walkIn({ name, company, email }: WalkIn) {
      const person: DoorPerson = { id: newId(), name, company, status: 'registered', arrivedAt: null, door: null, ticket: '' }
      return { person, writing: add(person, { walkIn: { name, company, email } }) }
    },
    unlisted: () => log.sentWalkIns().flatMap(({ registration: id }) => (person(id)?.ticket === '' ? [id] : [])),
    async set(changed: Partial<Settings>) {
      settings = { ...settings, ...changed }
      await store.write({ settings: changed })
    },
    async reopen() {
      clear()
      await store.reopen()
      await read()
    },
    async wipe(changed: Partial<Settings> = {}) {
      clear()
      settings = { ...newSettings(newId()), ...changed }
      await store.wipe()
      await store.write({ settings })
    },
  }
}

function applyUpdate(
  { people = [], removedIds = [], isWhole = false, sent = [] }: ListUpdate,
  index: PeopleIndex,
  log: EventLog,
) {
  const sentEvents = log.markSent(sent)
  const unsent = log.unsent()
  const walkIns = new Set(unsent.filter(({ walkIn }) => walkIn).map(({ registration }) => registration))
  const outdatedIds = isWhole ? index.all().flatMap(({ id }) => (walkIns.has(id) ? [] : id)) : removedIds
  for (const id of outdatedIds) index.remove(id)
  const unsentIds = new Set(unsent.map(({ registration }) => registration))
  const current = people.map((person) => (unsentIds.has(person.id) ? withUnsent(person, unsent) : person))
  for (const person of current) index.put(person)
  return { people: current, sentEvents, isRemoved: isWhole || removedIds.length > 0 }
}

const newSettings = (device: string): Settings => ({
  ...{ device, door: '', cursor: '', syncedAt: '', keepUntil: '', offset: 0, isLeaving: false, places: null },
  session: '',
  sessions: [],
})
