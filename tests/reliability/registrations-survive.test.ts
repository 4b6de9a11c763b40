import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { rounds } from '../support/full.ts'
import { report } from './report.ts'
import { type Attempt, acceptedOf, openConnections, readDatabase, visit } from './visitors.ts'

const product = await sharedProduct()

/** Registers on 32 connections and kills the process after so many milliseconds; starts it again. */
async function killAfter(milliseconds: number): Promise<Attempt[]> {
  // All have come: whoever came after the kill would be refused.
  const visiting = visit(await openConnections(product, 32), () => false)
  await wait(milliseconds)
  await product.restart('SIGKILL')
  return visiting
}

const times = rounds(2, 110)

test(`${times} kills under load lose no acknowledged registration, and leave the database intact`, {
  timeout: 3_600_000,
}, async () => {
  const accepted: string[] = []
  let cutOff = 0
  for (let round = 0; round < times; round++) {
    // At ever other moments, so that it meets every step of a commit and of a checkpoint.
    const attempts = await killAfter(200 + ((round * 137) % 500))
    accepted.push(...acceptedOf(attempts))
    cutOff += attempts.filter(({ answer }) => answer === null).length
    expect(readDatabase(product).integrity).toBe('ok')
  }
  const { stored } = readDatabase(product)
  const lost = accepted.filter((email) => !stored.has(email))
  report({ what: `registrations, killed ${times} times`, tried: accepted.length, lost: lost.length })
  expect(lost).toEqual([])
  // It was under load: each time some had sent theirs and waited for the answer.
  expect(accepted.length).toBeGreaterThan(times)
  expect(cutOff).toBeGreaterThan(times)
})
