import { type DoorEvent, instantOf, type Person, withUnsent } from './person.ts'
import { createSearch, type Search } from './search.ts'
import type { Settings, Store } from './store.ts'

export type WalkIn = { name: string; company: string; email: string }

/** Changes from the server. `isWhole`: `people` replaces the list. */
export type News = { people?: Person[]; gone?: string[]; isWhole?: boolean; sent?: DoorEvent[]; settings?: Partial<Settings> }

/** Maximum of separately stored people. More slow down the start, so the list is rewritten. */
const mostChanged = 1_000

export type Roll = {
  settings: Readonly<Settings>
  hasList(): boolean
  counts(): { expected: number; arrived: number; unsent: number }
  withTicket(code: string): Person | undefined
  person(id: string): Person | undefined
  find(query: string): Person[]
  prepareFind(milliseconds: number): boolean
  /** Resolves once the arrival is stored. */
  arrive(person: Person): Promise<void>
  undo(person: Person): Promise<void>
  walkIn(who: WalkIn): { entering: Person; writing: Promise<void> }
  unsent(): DoorEvent[]
  /** Ids of walk-ins that were sent but are not in the list yet. */
  unlisted(): string[]
  takeOver(news: News): Promise<void>
  set(settings: Partial<Settings>): Promise<void>
  reopen(): Promise<void>
  /** Deletes all data and starts with a new device id. */
  wipe(settings?: Partial<Settings>): Promise<void>
}

export async function openRoll(store: Store, now = () => Date.now(), newId = () => crypto.randomUUID()): Promise<Roll> {
  const people = new Map<string, Person>()
  const byTicket = new Map<string, string>()
  let events: DoorEvent[] = []
  let settings: Settings = fresh()
  let search: Search | undefined
  let arrived = 0
  let expected = 0
  let changes = 0

  function fresh(): Settings {
    return { device: newId(), door: '', cursor: '', syncedAt: '', keepUntil: '', offset: 0, isLeaving: false }
  }

  function put(person: Person): void {
    forget(person.id)
    people.set(person.id, person)
    for (const code of codesOf(person)) byTicket.set(code, person.id)
    if (person.arrivedAt) arrived++
    if (person.status === 'registered') expected++
    search?.put(person)
  }

  function forget(id: string): void {
    const known = people.get(id)
    if (!known) return
    people.delete(id)
    for (const code of codesOf(known)) if (byTicket.get(code) === id) byTicket.delete(code)
    if (known.arrivedAt) arrived--
    if (known.status === 'registered') expected--
  }

  function clear(): void {
    people.clear()
    byTicket.clear()
    events = []
    search = undefined
    arrived = expected = changes = 0
  }

  async function read(): Promise<void> {
    const kept = await store.read()
    for (const person of kept.people) put(person)
    changes = kept.changed
    events = kept.events
    settings = { ...fresh(), ...kept.settings }
    if (!kept.settings.device) await store.write({ settings })
  }

  async function log(person: Person, what: Pick<DoorEvent, 'undo' | 'walkIn'>): Promise<void> {
    const { device, door, offset } = settings
    const last = events.findLast(({ registration }) => registration === person.id)
    // Keeps events of a person in order, even if another phone's clock is ahead.
    const after = Math.max(last ? Date.parse(instantOf(last)) + 1 : 0, Date.parse(person.arrivedAt ?? '') || 0)
    // A phone without network may restart with a clock that is years behind.
    const earliest = Math.max(after - offset, Date.parse(settings.syncedAt) || 0)
    const at = new Date(Math.max(now(), earliest)).toISOString()
    const seq = (events.at(-1)?.seq ?? 0) + 1
    const common = { device, seq, registration: person.id, at, offset, door, isSent: false }
    const event: DoorEvent = { id: what.walkIn ? person.id : newId(), ...common, ...what }
    events.push(event)
    const changed = withUnsent(person, [event])
    // Updated before the write, because the next frame has the same code.
    put(changed)
    changes++
    await store.write({ people: [changed], events: [event] })
  }

  await read()
  return {
    get settings() {
      return settings
    },
    hasList: () => settings.cursor !== '',
    counts: () => ({ expected, arrived, unsent: events.filter(({ isSent }) => !isSent).length }),
    withTicket: (code) => people.get(byTicket.get(code) ?? ''),
    person: (id) => people.get(id),
    find(query) {
      search ??= createSearch(people.values())
      return search.find(query).flatMap((id) => people.get(id) ?? [])
    },
    prepareFind(milliseconds) {
      search ??= createSearch(people.values())
      return search.prepare(milliseconds)
    },
    arrive: (person) => log(person, {}),
    undo(person) {
      const own = events.findLast(({ registration, undo }) => registration === person.id && undo === undefined)
      const isOwn = own !== undefined && instantOf(own) === person.arrivedAt
      return log(person, { undo: isOwn ? own.id : true })
    },
    walkIn: ({ name, company, email }) => {
      const person: Person = { id: newId(), name, company, status: 'registered', arrivedAt: null, door: null, ticket: '' }
      return { entering: person, writing: log(person, { walkIn: { name, company, email } }) }
    },
    unsent: () => events.filter(({ isSent }) => !isSent),
    unlisted: () =>
      events.flatMap(({ walkIn, isSent, registration: id }) => (walkIn && isSent && people.get(id)?.ticket === '' ? [id] : [])),
    async takeOver({ people: news = [], gone = [], isWhole = false, sent = [], settings: changed = {} }) {
      const ids = new Set(sent.map(({ id }) => id))
      const written = sent.map((event): DoorEvent => ({ ...withoutEmail(event), isSent: true }))
      events = events.map((event) => (ids.has(event.id) ? { ...withoutEmail(event), isSent: true } : event))
      settings = { ...settings, ...changed }
      const unsent = events.filter(({ isSent }) => !isSent)
      const told = new Set(unsent.map(({ registration }) => registration))
      const own = new Map(unsent.filter(({ walkIn }) => walkIn).map(({ registration }) => [registration, true]))
      const left = isWhole ? [...people.keys()].filter((id) => !own.has(id)) : gone
      for (const id of left) {
        forget(id)
        search?.remove(id)
      }
      const current = news.map((person) => (told.has(person.id) ? withUnsent(person, unsent) : person))
      for (const person of current) put(person)
      changes += current.length
      // Deleted people must not remain in the stored text.
      const isAnew = isWhole || left.length > 0 || changes > mostChanged
      if (isAnew) changes = 0
      const kept = isAnew ? { list: [...people.values()], events: [...unsent, ...written] } : { people: current, events: written }
      await store.write({ ...kept, settings: changed })
    },
    async set(changed) {
      settings = { ...settings, ...changed }
      await store.write({ settings: changed })
    },
    async reopen() {
      clear()
      await store.reopen()
      await read()
    },
    async wipe(changed = {}) {
      clear()
      settings = { ...fresh(), ...changed }
      await store.wipe()
      await store.write({ settings })
    },
  }
}

const codesOf = ({ ticket, former = [] }: Person) => (ticket ? [ticket, ...former] : former)

function withoutEmail({ walkIn, ...event }: DoorEvent): DoorEvent {
  return walkIn ? { ...event, walkIn: { ...walkIn, email: '' } } : event
}
