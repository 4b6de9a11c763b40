import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { type Connection, openConnection, registrationRequest } from './connection.ts'
import { report } from './report.ts'
import { type Attempt, acceptedOf, openConnections, readDatabase, visit } from './visitors.ts'

const product = await sharedProduct({ NODE_ENV: 'production' })

const second = 1000

/** Returns the registrations a second that the server stores for 64 visitors, each of whom waits for the answer. */
async function capacity(): Promise<number> {
  const start = performance.now()
  const attempts = await visit(await openConnections(product, 64), () => performance.now() - start > 2 * second)
  return Math.round((attempts.length * second) / (performance.now() - start))
}

/**
 * Sends `rate` registrations a second from 1,500 visitors, which is more than the server lets wait. If all of them wait for an
 * answer, the next registration is sent late.
 */
async function flood(rate: number, seconds: number): Promise<Attempt[]> {
  const connections = await Promise.all(Array.from({ length: 1_500 }, () => openConnection(product.origin)))
  const attempts: Attempt[] = []
  const start = performance.now()
  let next = 0
  const visitor = async (connection: Connection) => {
    for (let turn = next++; turn < rate * seconds; turn = next++) {
      const early = start + (turn / rate) * second - performance.now()
      if (early > 1) await wait(early)
      const email = `${randomUUID()}@ejemplo.gt`
      attempts.push({ email, answer: await connection.send(registrationRequest(email)) })
    }
    connection.close()
  }
  await Promise.all(connections.map(visitor))
  return attempts
}

/** Reads the page repeatedly until `isOver`. Returns the statuses. */
async function readPage(isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  while (!isOver()) {
    const answer = await fetch(product.origin)
    const page = await answer.text()
    statuses.push(page.trimEnd().endsWith('</html>') ? answer.status : 0)
  }
  return statuses
}

test('at five times the possible load, the page is served and accepted registrations are stored', {
  timeout: 600_000,
}, async () => {
  // The first measurement does not count, because the code is not compiled yet.
  await capacity()
  const offered = 5 * (await capacity())
  const before = readDatabase(product).stored.size
  let isOver = false
  const reading = readPage(() => isOver)
  const attempts = await flood(offered, 10)
  isOver = true

  const accepted = acceptedOf(attempts)
  const { stored, integrity } = readDatabase(product)
  const lost = accepted.filter((email) => !stored.has(email)).length
  report({ what: `overload, ${offered} registrations a second offered`, tried: attempts.length, lost })
  expect([lost, stored.size - before, integrity]).toEqual([0, accepted.length, 'ok'])
  expect(accepted.length).toBeGreaterThan(0)

  const refused = attempts.filter(({ answer }) => answer?.status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ answer }) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 503, retryAfter: 5 })]),
  )
  const pages = await reading
  expect(new Set(pages)).toEqual(new Set([200]))

  // After the flood, the server stores registrations as before.
  expect((await visit(await openConnections(product, 1), () => true)).map(({ answer }) => answer?.status)).toEqual([201])
})
