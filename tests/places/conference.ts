/** A conference in the real product, with its model beside it. The clock is held, and mails go to a list. */
import { expect, vi } from 'vitest'
import { queueingParts } from '../../api/mail/mailer.ts'
import { placeChange } from '../../api/registrations/place-change.ts'
import { addUser, call, createTestApp, signInAs } from '../../api/testing.ts'
import { saveSection } from '../../data/content/sections.ts'
import { returnPlaces } from '../../data/place-links/place-links.ts'
import { holdClock, someEdit } from '../../data/testing.ts'
import { dayMs, hourMs } from '../../data/time.ts'
import { compare, compareAfterJobs } from './compare.ts'
import { createMails } from './mails.ts'
import { type Model, newModel, type Person, passTime, peopleIn, type Settings, type State } from './model.ts'
import { createRandom, type Random } from './random.ts'

export const start = Date.parse('2027-03-04T15:00:00.000Z')

export const peopleCount = 350

export const iso = (time: number): string => new Date(time).toISOString()

export type Simulation = Awaited<ReturnType<typeof openConference>>

const mail = {
  server: { host: '127.0.0.1', port: 1, secure: false, auth: null },
  from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
  dkim: null,
}

function settingsOf(random: Random): Settings {
  const askDays = random.pick([[7, 2], [3, 2], [2], [10, 5, 1], []]) ?? []
  const latestHours = (Math.min(...askDays) || 0) * 24 - 12
  const confirmHours = askDays.length > 0 && random.chance(0.85) ? random.between(1, Math.min(latestHours, 48)) : null
  const transferHours = random.pick([0, 0, 6, 24, 48, null]) ?? null
  return {
    capacity: 200,
    hasLine: true,
    start,
    askDays,
    confirmBy: confirmHours === null ? null : start - confirmHours * hourMs,
    transferUntil: transferHours === null ? null : start - transferHours * hourMs,
  }
}

export const setClock = (time: number) => vi.setSystemTime(new Date(time))

const hoursBefore = (time: number | null) => (time === null ? null : (start - time) / hourMs)

export async function openConference(seed: number) {
  const random = createRandom(seed)
  const opening = start - 30 * dayMs
  holdClock(iso(opening))
  const app = await createTestApp({ config: { mail, publicOrigin: 'https://conferencia.gt' } })
  // The test sends the mails itself, at the times that it chooses.
  await app.deps.mailer?.stop()
  const staff = await signedIn(app, opening)
  const model = newModel(settingsOf(random))
  saveSection(app.db, 'event', { startTime: '09:00', endTime: '18:00' }, someEdit)
  saveSection(app.db, 'hero', { eventDate: iso(start) }, someEdit)
  const { capacity, askDays, confirmBy, transferUntil } = model
  const places = { capacity, askDays, confirmBy: hoursBefore(confirmBy), transferUntil: hoursBefore(transferUntil) }
  expect((await staff('PUT /api/places', places)).status).toBe(200)
  const read = (column: string, name: string) =>
    app.db.prepare(`SELECT ${column} FROM registrations WHERE name = ?`).pluck().get(name)
  return {
    ...{ seed, app, random, model, staff, mails: createMails(app, mail, model, random) },
    idOf: (name: string) => String(read('id', name)),
    tokenOf: (name: string) => String(read('token', name)),
    post: (path: string, fields: Record<string, string> = {}) =>
      call(app, `POST ${path}`, { headers: form, body: new URLSearchParams(fields).toString() }),
    /** The number of people that the pool of names has given. */
    namesCount: 0,
    ...{ givenCount: 0, heldCount: 0 },
    log: [] as string[],
    /** Names of people to whom something happened, newest last. */
    recent: [] as string[],
    sums: {} as Record<string, number>,
  }
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' }

type Call = Parameters<typeof call>[1]

/** Signs in again every hour, because a session ends when nobody uses it. */
async function signedIn(app: Awaited<ReturnType<typeof createTestApp>>, now: number) {
  const admin = await addUser(app.db, { email: 'admin@conferencia.gt' })
  let session = { at: now, cookie: await signInAs(app, admin) }
  return async (request: Call, json?: unknown) => {
    if (Date.now() - session.at > hourMs) session = { at: Date.now(), cookie: await signInAs(app, admin) }
    return call(app, request, { cookie: session.cookie, json })
  }
}

export function newName(sim: Simulation): string | null {
  if (sim.namesCount >= peopleCount) return null
  sim.namesCount += 1
  return `Persona ${sim.namesCount}`
}

export const emailOf = (name: string): string => `${name.replaceAll(' ', '').toLowerCase()}@ejemplo.gt`

export function count(sim: Simulation, what: string, amount = 1): void {
  sim.sums[what] = (sim.sums[what] ?? 0) + amount
}

export function note(sim: Simulation, text: string): void {
  sim.log.push(`${iso(Date.now())} ${text}`)
  remember(sim, text.match(/Persona \d+/g) ?? [])
}

const remember = (sim: Simulation, names: readonly string[]) => {
  sim.recent = [...sim.recent, ...names].slice(-12)
}

/** Often chooses somebody to whom something has just happened, because changes that follow each other fail more often. */
export function pickIn({ model, random, recent }: Simulation, ...states: State[]): Person | undefined {
  const people = peopleIn(model, ...states).filter(({ isWalkIn }) => !isWalkIn)
  const newest = random.chance(0.4) ? people.filter(({ name }) => recent.includes(name)) : []
  return random.pick(newest) ?? random.pick(people)
}

export function check(sim: Simulation): void {
  count(sim, 'comparisons')
  compare(sim)
}

/** Runs what the server runs by itself every second and every minute, in any order. */
export async function runJobs(sim: Simulation): Promise<void> {
  const { app, model, random } = sim
  const { db, deps } = app
  const { mailer } = deps
  if (!mailer) throw new Error('no mails are sent')
  const parts = queueingParts(db, mailer.queue, deps.config.timeZone)
  const jobs = [
    () => returnPlaces(db, placeChange(deps)),
    () => {
      while (parts.map((part) => part()).some((queued) => queued > 0));
    },
  ]
  const before = statesOf(model)
  for (const job of random.shuffled(jobs)) job()
  passTime(model, Date.now(), sim.idOf)
  for (const [name, state] of statesOf(model)) {
    if (state !== before.get(name)) remember(sim, [name])
    if (state === 'lost' && before.get(name) === 'registered') count(sim, 'lost their place unanswered')
  }
  check(sim)
  compareAfterJobs(sim)
  await sim.mails.send()
}

const statesOf = (model: Model) => new Map([...model.people.values()].map(({ name, state }) => [name, state]))

/** Lets the time pass, and runs the jobs at each moment at which something ends. */
export async function advance(sim: Simulation, ms: number): Promise<void> {
  const { model, random } = sim
  const [from, to] = [Date.now(), Date.now() + ms]
  const ends = [
    ...[...model.links.values()].map(({ until }) => until),
    ...model.askDays.map((days) => start - days * dayMs),
    ...(model.confirmBy === null ? [] : [model.confirmBy]),
  ]
  // The jobs run up to a minute after the end.
  const moments = [...new Set(ends)].map((end) => end + random.between(0, 59) * 1000).filter((at) => at > from && at < to)
  for (const moment of moments.toSorted((a, b) => a - b)) {
    setClock(moment)
    await runJobs(sim)
  }
  setClock(to)
}
