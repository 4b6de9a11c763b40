import type { DoorAnswer, DoorList, DoorSummary } from '../../data/door/schema.ts'
import type { AttendeeList, ListUpdate } from '../attendees/attendee-list.ts'
import type { DoorEvent } from '../attendees/store.ts'

/** 'refused': this account or phone may not use the door. 'closed': before or after the event. 'ended': this phone was removed. */
export type SyncStatus = {
  state: 'never' | 'fresh' | 'offline' | 'signed-out' | 'refused' | 'closed' | 'busy' | 'ended'
  reason?: string
  /** The list is not available yet. */
  isEarly?: boolean
  /** A person whom this phone let in also entered at another door. */
  hasDoubles?: boolean
}

export type Doubles = Pick<DoorSummary, 'doublesCount' | 'doublesSeen'>

const maxArrivalsPerCall = 500

const [listTimeoutMs, callTimeoutMs] = [120_000, 20_000]

/** Smaller changes of the measured clock offset come from network delay, so they are ignored. */
const clockToleranceMs = 2_000

const [firstTriesCount, betweenTriesMs] = [40, 3_000]

/**
 * Body of an error response. With `ended`, this phone was removed. The server has stored the sent events even then, and answers
 * them in `people`.
 */
type Problem = { error?: string; ended?: boolean; isEarly?: boolean; people?: DoorAnswer[] }

class Refused extends Error {
  readonly status: number
  readonly body: Problem

  constructor(status: number, body: Problem) {
    super(body.error ?? String(status))
    this.status = status
    this.body = body
  }
}

/** Sends the stored door events and loads the list. Never throws. */
export async function exchange(attendees: AttendeeList): Promise<SyncStatus> {
  try {
    await sendWalkIns(attendees)
    const hasDoubles = await sendArrivals(attendees)
    await fetchList(attendees)
    return { state: 'fresh', hasDoubles }
  } catch (error) {
    return statusAfter(error)
  }
}

export async function fetchDoubles(): Promise<Doubles | null> {
  try {
    return await call<DoorSummary>('GET', '/summary')
  } catch {
    return null
  }
}

const statesByCode: Partial<Record<number, SyncStatus['state']>> = {
  403: 'refused',
  409: 'refused',
  410: 'closed',
  429: 'busy',
}

function statusAfter(error: unknown): SyncStatus {
  if (!(error instanceof Refused)) return { state: 'offline' }
  if (error.status === 401) return { state: 'signed-out' }
  const state = error.body.ended ? 'ended' : statesByCode[error.status]
  if (!state) return { state: 'offline' }
  return { state, reason: error.message, ...(error.body.isEarly && { isEarly: true }) }
}

async function sendWalkIns(attendees: AttendeeList): Promise<void> {
  for (const event of attendees.unsent()) {
    if (!event.walkIn) continue
    const { id, device, at, offset, door } = event
    const body = { id, device, at, offset, sentAt: clock(), door, ...event.walkIn }
    const answers = await sendWalkIn(body)
    if (answers === 'later') return
    if (answers) await attendees.update(updateFrom(attendees, [event], answers))
  }
}

const clock = () => new Date().toISOString()

/**
 * If the server finds the walk-in invalid, sends it again without the e-mail. Returns null if it is refused, 'later' if the
 * account has sent too many.
 */
async function sendWalkIn(body: { email: string }): Promise<DoorAnswer[] | 'later' | null> {
  try {
    return [await call<DoorAnswer>('POST', '/walk-in', body)]
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0
    if (status === 429) return 'later'
    if (status === 409) return null
    if (status !== 422) return answersIfEnded(error)
    return body.email ? sendWalkIn({ ...body, email: '' }) : null
  }
}

async function sendArrivals(attendees: AttendeeList): Promise<boolean> {
  for (let hasDoubles = false; ; ) {
    const unsent = attendees.unsent()
    const events = unsent.filter(({ walkIn }) => !walkIn).slice(0, maxArrivalsPerCall)
    const [first] = events
    if (!first) return hasDoubles
    const arrivals = events.map(({ id, registration, seq, at, offset, door, undo, session }) => ({
      ...{ id, registration, seq, at, offset, door },
      ...(undo !== undefined && { undo }),
      ...(session && { session }),
    }))
    const body = { device: first.device, unsent: unsent.length - events.length, sentAt: clock(), arrivals }
    const answers = await call<DoorAnswer[]>('POST', '/arrivals', body).catch(answersIfLater)
    if (answers === null) return hasDoubles
    hasDoubles ||= answers.some(({ doubles }) => doubles !== undefined)
    await attendees.update(updateFrom(attendees, events, answers))
  }
}

function answersIfEnded(error: unknown): DoorAnswer[] {
  if (error instanceof Refused && error.body.ended && error.body.people) return error.body.people
  throw error
}

function answersIfLater(error: unknown): DoorAnswer[] | null {
  return error instanceof Refused && error.status === 429 ? null : answersIfEnded(error)
}

function updateFrom(attendees: AttendeeList, sent: DoorEvent[], answers: DoorAnswer[]): ListUpdate {
  const update: Required<Pick<ListUpdate, 'people' | 'removedIds' | 'sent'>> = { people: [], removedIds: [], sent }
  for (const { registration, status, arrivedAt, door, sessions = [], mergedInto } of answers) {
    const person = attendees.person(registration)
    if (!person) continue
    if (mergedInto || status === 'erased') update.removedIds.push(registration)
    else if (status !== 'unknown') update.people.push({ ...person, status, arrivedAt, door, sessions })
  }
  return update
}

async function fetchList(attendees: AttendeeList): Promise<void> {
  const { cursor: since, device, door, offset: before } = attendees.settings
  const query = new URLSearchParams({ device, name: door, unsent: String(attendees.unsent().length), ...(since && { since }) })
  const sentAt = Date.now()
  const { answer, answeredAt } = await getInTurn(`/list?${query}`, attendees.hasList() ? 1 : firstTriesCount)
  const { cursor, isWhole, now, keepUntil, people, sessions = [], gone: removedIds, places }: DoorList = await answer.json()
  const offset = Math.round(Date.parse(now) - (sentAt + answeredAt) / 2)
  const isOffsetNew = Math.abs(offset - before) > clockToleranceMs
  const settings = {
    cursor,
    keepUntil: keepUntil ?? '',
    places: places ?? null,
    syncedAt: new Date().toISOString(),
    sessions,
    ...(!sessions.some(({ id }) => id === attendees.settings.session) && { session: '' }),
    ...(isOffsetNew && { offset }),
  }
  // If a walk-in's e-mail was already registered, the list has the existing registration, so the walk-in's own id is removed.
  const listedIds = new Set(people.map(({ id }) => id))
  const unlisted = attendees.unlisted().filter((id) => !listedIds.has(id))
  await attendees.update({ people, removedIds: [...removedIds, ...unlisted], isWhole, settings })
}

async function getInTurn(path: string, tries: number): ReturnType<typeof send> {
  try {
    return await send('GET', path, listTimeoutMs)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 429 || tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
    return getInTurn(path, tries - 1)
  }
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  return (await send(method, path, callTimeoutMs, body)).answer.json()
}

async function send(method: 'GET' | 'POST', path: string, timeoutMs: number, body?: object) {
  const answer = await fetch(`/api/door${path}`, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const answeredAt = Date.now()
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})))
  return { answer, answeredAt }
}
