import type { DoorAnswer, DoorList, DoorSummary } from '../../data/door/schema.ts'
import type { News, Roll } from './attendee-list.ts'
import type { DoorEvent } from './person.ts'

/**
 * Result of the last exchange. 'signed-out': sign in again; 'refused': no permission; 'closed': not now; 'busy': later; 'ended':
 * wipe the list. `hasDoubles`: somebody also entered elsewhere.
 */
export type Line = {
  state: 'never' | 'fresh' | 'offline' | 'signed-out' | 'refused' | 'closed' | 'busy' | 'ended'
  reason?: string
  hasDoubles?: boolean
}

export type Double = DoorSummary['doublesSeen'][number]

/** Events per call, and milliseconds. Retries are safe because each event has an id. */
const together = 500
const patience = { list: 120_000, other: 20_000 }

/** Milliseconds of normal difference between two clock readings. */
const jitter = 2_000

const [firstTriesCount, betweenTriesMs] = [40, 3_000]

/** `ended`: wipe the list. The sent events were stored, and `people` answers them. */
type Problem = { error?: string; ended?: boolean; people?: DoorAnswer[] }

class Refused extends Error {
  readonly status: number
  readonly body: Problem

  constructor(status: number, body: Problem) {
    super(body.error ?? String(status))
    this.status = status
    this.body = body
  }
}

/** Never throws. */
export async function exchange(roll: Roll): Promise<Line> {
  try {
    await sendWalkIns(roll)
    const hasDoubles = await sendArrivals(roll)
    await fetchList(roll)
    return { state: 'fresh', hasDoubles }
  } catch (error) {
    return lineAfter(error)
  }
}

export async function fetchDoubles(): Promise<Double[] | null> {
  try {
    return (await call<DoorSummary>('GET', '/summary')).doublesSeen
  } catch {
    return null
  }
}

function lineAfter(error: unknown): Line {
  if (!(error instanceof Refused)) return { state: 'offline' }
  if (error.body.ended) return { state: 'ended', reason: error.message }
  if (error.status === 401) return { state: 'signed-out' }
  if (error.status === 403 || error.status === 409) return { state: 'refused', reason: error.message }
  if (error.status === 410) return { state: 'closed', reason: error.message }
  if (error.status === 429) return { state: 'busy', reason: error.message }
  return { state: 'offline' }
}

async function sendWalkIns(roll: Roll): Promise<void> {
  for (const event of roll.unsent()) {
    if (!event.walkIn) continue
    const { id, device, at, offset, door } = event
    const body = { id, device, at, offset, sentAt: clock(), door, ...event.walkIn }
    const stands = await sendWalkIn(body)
    if (stands === 'later') return
    if (stands) await roll.takeOver(newsOf(roll, [event], stands))
  }
}

const clock = () => new Date().toISOString()

/** Sends a walk-in, without the e-mail if the server rejects it. Null if that is rejected too. 'later': walk-ins are closed. */
async function sendWalkIn(body: { email: string }): Promise<DoorAnswer[] | 'later' | null> {
  try {
    return [await call<DoorAnswer>('POST', '/walk-in', body)]
  } catch (error) {
    if (error instanceof Refused && error.status === 429) return 'later'
    if (error instanceof Refused && error.status === 409) return null
    if (!(error instanceof Refused) || error.status !== 422) return evenIfEnded(error)
    return body.email ? sendWalkIn({ ...body, email: '' }) : null
  }
}

async function sendArrivals(roll: Roll): Promise<boolean> {
  for (let hasDoubles = false; ; ) {
    const all = roll.unsent()
    const events = all.filter(({ walkIn }) => !walkIn).slice(0, together)
    const [first] = events
    if (!first) return hasDoubles
    const arrivals = events.map(({ id, registration, seq, at, offset, door, undo }) => ({
      ...{ id, registration, seq, at, offset, door },
      ...(undo !== undefined && { undo }),
    }))
    const body = { device: first.device, unsent: all.length - events.length, sentAt: clock(), arrivals }
    const stands = await call<DoorAnswer[]>('POST', '/arrivals', body).catch(evenIfLater)
    if (stands === null) return hasDoubles
    hasDoubles ||= stands.some(({ doubles }) => doubles !== undefined)
    await roll.takeOver(newsOf(roll, events, stands))
  }
}

function evenIfEnded(error: unknown): DoorAnswer[] {
  if (error instanceof Refused && error.body.ended && error.body.people) return error.body.people
  throw error
}

function evenIfLater(error: unknown): DoorAnswer[] | null {
  return error instanceof Refused && error.status === 429 ? null : evenIfEnded(error)
}

function newsOf(roll: Roll, sent: DoorEvent[], stands: DoorAnswer[]): News {
  const news: Required<Pick<News, 'people' | 'gone' | 'sent'>> = { people: [], gone: [], sent }
  for (const { registration, status, arrivedAt, door, mergedInto } of stands) {
    const known = roll.person(registration)
    if (!known) continue
    if (mergedInto || status === 'erased') news.gone.push(registration)
    else if (status !== 'unknown') news.people.push({ ...known, status, arrivedAt, door })
  }
  return news
}

async function fetchList(roll: Roll): Promise<void> {
  const { cursor: since, device, door, offset: before } = roll.settings
  const query = new URLSearchParams({ device, name: door, unsent: String(roll.counts().unsent), ...(since && { since }) })
  const asked = Date.now()
  const { answer, answered } = await sendInTurn(`/list?${query}`, roll.hasList() ? 1 : firstTriesCount)
  const { cursor, isWhole, now, keepUntil, people, gone }: DoorList = await answer.json()
  const offset = Math.round(Date.parse(now) - (asked + answered) / 2)
  const isOff = Math.abs(offset - before) > jitter
  const settings = {
    cursor,
    keepUntil: keepUntil ?? '',
    syncedAt: new Date().toISOString(),
    ...(isOff && { offset }),
  }
  // A walk-in with a registered e-mail is listed under the registration's id only, so its own id must go.
  const listed = new Set(people.map(({ id }) => id))
  const unlisted = roll.unlisted().filter((id) => !listed.has(id))
  await roll.takeOver({ people, gone: [...gone, ...unlisted], isWhole, settings })
}

async function sendInTurn(path: string, tries: number): ReturnType<typeof send> {
  try {
    return await send('GET', path, patience.list)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 429 || tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
    return sendInTurn(path, tries - 1)
  }
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  return (await send(method, path, patience.other, body)).answer.json()
}

async function send(method: 'GET' | 'POST', path: string, milliseconds: number, body?: object) {
  const answer = await fetch(`/api/door${path}`, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(milliseconds),
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const answered = Date.now()
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})))
  return { answer, answered }
}
