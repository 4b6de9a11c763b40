/** Fixtures for tests of the door: an app on the day of its event, and the sessions of a helper and an administrator. */
import { randomUUID } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import type { Role } from '../../data/accounts/schema.ts'
import { saveSection } from '../../data/content/sections.ts'
import type { DoorAnswer, DoorList, DoorSummary } from '../../data/door/schema.ts'
import { addRegistration, someEdit } from '../../data/testing.ts'
import { addUser, call, createTestApp, signIn, signInAs, type TestApp } from '../testing.ts'

export const nine = '2027-03-04T15:00:00.000Z'
export const minutes = (count: number) => new Date(Date.parse(nine) + count * 60_000).toISOString()

export const setClock = (at: string) => vi.setSystemTime(new Date(at))

/** Starts an app at the time `now`, with an event that begins at nine. `door` is the session of a helper. */
export async function createDoor({ now = minutes(60), eventDate = nine, ...options }: Options = {}) {
  setClock(now)
  onTestFinished(() => void vi.useRealTimers())
  const app = await createTestApp(options)
  if (eventDate) saveSection(app.db, 'hero', { eventDate }, someEdit)
  const [door, admin] = [await signIn(app, 'door'), await signIn(app, 'admin')]
  const getList = (query = '', cookie = door) => call(app, `GET /api/door/list${query}`, { cookie })
  const list = async (query = '', cookie = door): Promise<DoorList> => (await getList(query, cookie)).json()
  const send = (arrivals: object[], device = 'phone-1', { cookie = door, ...more }: { cookie?: string; sentAt?: string } = {}) =>
    call(app, 'POST /api/door/arrivals', { cookie, json: { device, arrivals, ...more } })
  const arrive = async (...arrivals: object[]): Promise<DoorAnswer[]> => (await send(arrivals)).json()
  const sendWalkIn = (json: object, cookie = door) => call(app, 'POST /api/door/walk-in', { cookie, json })
  const walkIn = async (json: object): Promise<DoorAnswer> => (await sendWalkIn(json)).json()
  const summary = async (): Promise<DoorSummary> => (await call(app, 'GET /api/door/summary', { cookie: door })).json()
  const person = (name: string, fields = {}) => addRegistration(app.db, { name, email: `${name}@ejemplo.gt`, ...fields })
  const asAdmin = (request: Parameters<typeof call>[1], json?: unknown) => call(app, request, { cookie: admin, json })
  const another = async (role: Role = 'door') =>
    signInAs(app, await addUser(app.db, { email: `${randomUUID()}@ejemplo.gt`, role }))
  const again = () => signInAs(app, { email: 'door@conferencia.gt' })
  return { app, another, again, door, admin, getList, list, send, arrive, sendWalkIn, walkIn, summary, person, asAdmin }
}

type Options = { now?: string; eventDate?: string } & Parameters<typeof createTestApp>[0]

/** If `more` has `undo`, the door event undoes an arrival. */
export const arrival = (registration: string, at = nine, more: object = {}) => ({ id: randomUUID(), registration, at, ...more })

export const newWalkIn = (fields: object = {}) => ({ id: randomUUID(), name: 'Luis Paz', at: nine, door: 'Sur', ...fields })

export const tokenOf = ({ db }: TestApp, id: string) =>
  db.prepare('SELECT token FROM registrations WHERE id = ?').pluck().get(id) as string
