/** Tells the server what was seen here, and asks it what changed. Nothing at the door waits for it. */
import type { DoorAnswer, DoorList, DoorSummary } from '../../data/door/schema.ts'
import type { News, Roll } from './attendee-list.ts'
import type { DoorEvent } from './person.ts'

/**
 * How the last exchange ended. 'signed-out': somebody has to sign in again; 'refused': this account may not, with the server's
 * reason. `hasDoubles`: of whom it sent somebody entered elsewhere too.
 */
export type Line = {
  state: 'never' | 'fresh' | 'offline' | 'signed-out' | 'refused' | 'ended'
  reason?: string
  hasDoubles?: boolean
}

/** What more than one phone saw of one person. */
export type Double = DoorSummary['doublesSeen'][number]

/** Events in one call, and milliseconds after which a call is given up: it is made again, and the server knows each event by its id. */
const together = 500
const patience = { list: 120_000, other: 20_000 }

/** Milliseconds by which two readings of a clock may differ without it being wrong. */
const jitter = 2_000

/** `ended`: this phone is to hold no list any more. What it sent is kept all the same, and `people` are the answer to it. */
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

/** One exchange; the next one waits for it. Never throws. */
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

/** Who was let in twice, as far as the server knows; null when it could not be asked. */
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
  if (error.status === 403) return { state: 'refused', reason: error.message }
  return { state: 'offline' }
}

async function sendWalkIns(roll: Roll): Promise<void> {
  for (const event of roll.unsent()) {
    if (!event.walkIn) continue
    const { id, device, at, offset, door } = event
    const body = { id, device, at, offset, door, ...event.walkIn }
    const stands = await sendWalkIn(body)
    if (stands) await roll.takeOver(newsOf(roll, [event], stands))
  }
}

/**
 * Who came is told, whatever was typed of them: where something of it is wrong, without their e-mail. Null where the server does not
 * take that either: it waits, and holds up nobody else.
 */
async function sendWalkIn(body: { email: string }): Promise<DoorAnswer[] | null> {
  try {
    return [await call<DoorAnswer>('POST', '/walk-in', body)]
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 422) return evenIfEnded(error)
    return body.email ? sendWalkIn({ ...body, email: '' }) : null
  }
}

/** Whether somebody who was sent entered elsewhere too. */
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
    const body = { device: first.device, unsent: all.length - events.length, arrivals }
    const stands = await call<DoorAnswer[]>('POST', '/arrivals', body).catch(evenIfEnded)
    hasDoubles ||= stands.some(({ doubles }) => doubles !== undefined)
    await roll.takeOver(newsOf(roll, events, stands))
  }
}

/** The answer to a phone that is ended: what it has still to send goes first, and the list's own answer then ends it. */
function evenIfEnded(error: unknown): DoorAnswer[] {
  if (error instanceof Refused && error.body.ended && error.body.people) return error.body.people
  throw error
}

/** What the server answered to these events. */
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
  const { cursor: since, device, door, offset: known } = roll.settings
  const query = new URLSearchParams({ device, name: door, unsent: String(roll.counts().unsent), ...(since && { since }) })
  const asked = Date.now()
  const { answer, answered } = await send('GET', `/list?${query}`, patience.list)
  const { cursor, isWhole, now, keepUntil, people, gone }: DoorList = await answer.json()
  const offset = Math.round(Date.parse(now) - (asked + answered) / 2)
  const isOff = Math.abs(offset - known) > jitter
  const settings = {
    cursor,
    keepUntil: keepUntil ?? '',
    syncedAt: new Date().toISOString(),
    ...(isOff && { offset }),
  }
  await roll.takeOver({ people, gone, isWhole, settings })
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
