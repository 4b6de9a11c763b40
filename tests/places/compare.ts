import { expect } from 'vitest'
import type { Db } from '../../data/db/db.ts'
import type { Model, State } from './model.ts'

/** `givenCount`: places that an organiser gave above the capacity since the last comparison. `heldCount`: held at that time. */
export type Compared = { app: { db: Db }; model: Model; heldCount: number; givenCount: number }

type Row = {
  name: string
  email: string
  status: string
  unconfirmedAt: string | null
  passedTo: string | null
  placeLink: string | null
  isConfirmed: number
  isWalkIn: number
  arrivedAt: string | null
}

type StoredLink = { id: string; places: number; returnedAt: string | null }

function stateOf({ status, unconfirmedAt, passedTo }: Row): State {
  if (status === 'registered') return 'registered'
  if (status === 'waitlisted') return unconfirmedAt === null ? 'waiting' : 'lost'
  return passedTo === null ? 'cancelled' : 'passed'
}

function rowsOf({ app }: Compared): Row[] {
  return app.db
    .prepare<[], Row>(
      `SELECT name, email, status, unconfirmedAt, passedTo, placeLink, isConfirmed, isWalkIn, arrivedAt FROM registrations
       ORDER BY waitingNumber, name`,
    )
    .all()
}

/** The product and the model say the same about everybody, and about the line. */
export function compare(sim: Compared): void {
  const { model } = sim
  const rows = rowsOf(sim)
  const stored = rows.map((row) =>
    [row.name, stateOf(row), row.placeLink, row.isConfirmed === 1, row.isWalkIn === 1, row.arrivedAt !== null].join(' | '),
  )
  const expected = [...model.people.values()].map((person) =>
    [person.name, person.state, person.link, person.isConfirmed, person.isWalkIn, person.hasCome].join(' | '),
  )
  const line = rows.filter(({ status }) => status === 'waitlisted').map(({ name }) => name)
  equal(stored.toSorted(), expected.toSorted(), 'the people')
  equal(line, model.line, 'the line')
  comparePlaces(sim, rows)
}

/** Throws with the difference only, because the whole lists are long. */
export function equal(found: readonly string[], expected: readonly string[], what: string): void {
  if (found.join('\n') === expected.join('\n')) return
  const [isFound, isExpected] = [new Set(found), new Set(expected)]
  const only = (all: readonly string[], others: ReadonlySet<string>) =>
    all
      .filter((one) => !others.has(one))
      .slice(0, 6)
      .join('\n')
  const [product, model] = [only(found, isExpected), only(expected, isFound)]
  expect(product, `${what}\nof the product:\n${product}\nof the model:\n${model}\n`).toBe(model)
  expect(found, `the order of ${what}`).toEqual(expected)
}

function heldIn(sim: Compared, rows: readonly Row[]): number {
  const links = sim.app.db.prepare<[], StoredLink>('SELECT id, places, returnedAt FROM placeLinks').all()
  const seated = rows.filter(({ status }) => status === 'registered')
  const kept = links.filter(({ returnedAt }) => returnedAt === null)
  const unused = kept.map(({ id, places }) => Math.max(0, places - seated.filter(({ placeLink }) => placeLink === id).length))
  return seated.filter(({ isWalkIn }) => isWalkIn === 0).length + unused.reduce((sum, places) => sum + places, 0)
}

/** Counts the rows only. Held places grow above the capacity only if an organiser gives a place that is not there. */
function comparePlaces(sim: Compared, rows: readonly Row[]): void {
  const held = heldIn(sim, rows)
  expect(held, 'the places that are held').toBeLessThanOrEqual(Math.max(sim.model.capacity, sim.heldCount + sim.givenCount))
  sim.heldCount = held
  sim.givenCount = 0
  const emails = rows.map(({ email }) => email).filter((email) => email !== '')
  expect(new Set(emails).size, 'people with an e-mail').toBe(emails.length)
}

export function compareAfterJobs(sim: Compared): void {
  const rows = rowsOf(sim)
  const waiting = rows.filter((row) => stateOf(row) === 'waiting')
  if (heldIn(sim, rows) < sim.model.capacity) expect(waiting, 'people who wait while a place is free').toEqual([])
}
