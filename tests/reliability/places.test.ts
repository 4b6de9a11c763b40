import { expect, test } from 'vitest'
import { openDatabase } from '../hardening/client.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { rounds } from '../support/full.ts'
import { organiserOf } from '../support/session.ts'
import { openConnection, registrationRequest } from './connection.ts'
import { report } from './report.ts'

const product = await sharedProduct()

const [connections, attempts, places] = [64, rounds(2_000, 20_000), rounds(300, 500)]

test(`${attempts} registrations on ${connections} connections fill ${places} seats in order`, {
  timeout: 600_000,
}, async () => {
  const organiser = await organiserOf(product)
  await organiser('PUT /api/places', { capacity: places, waitlist: true })

  const taken: string[] = []
  let next = 0
  const visit = async () => {
    const connection = await openConnection(product.origin)
    while (next < attempts) {
      const email = `${next++}@ejemplo.gt`
      const answer = await connection.send(registrationRequest(email))
      if (answer?.status === 201) taken.push(email)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, visit))

  const db = openDatabase(product)
  const rows = (status: string) =>
    db
      .prepare<[string], { email: string; waitingNumber: number | null }>(
        'SELECT email, waitingNumber FROM registrations WHERE status = ? ORDER BY rowid',
      )
      .all(status)
  const [registered, waiting] = [rows('registered'), rows('waitlisted')]
  report({ what: `places, ${attempts} attempts`, tried: attempts, lost: attempts - registered.length - waiting.length })
  expect(taken).toHaveLength(attempts)
  expect(registered).toHaveLength(places)
  // The waiting numbers follow the order of arrival without a gap.
  expect(waiting.map(({ waitingNumber }) => waitingNumber)).toEqual(
    Array.from({ length: attempts - places }, (_, index) => index + 1),
  )
})
