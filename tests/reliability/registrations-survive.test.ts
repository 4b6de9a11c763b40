import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { rounds } from '../support/full.ts'
import { report } from './report.ts'
import { type Attempt, acceptedOf, openConnections, readDatabase, visit } from './visitors.ts'

const product = await sharedProduct()

/** Number of answers before the kill is timed, because a busy machine may be killed before its first answer. */
const answersBefore = 4

/** Registers on 32 connections, kills the process some time after the first answers, and starts it again. */
async function killAfter(milliseconds: number): Promise<Attempt[]> {
  // Opened first, because a visitor who came after the kill would be refused.
  const connections = await openConnections(product, 32)
  const underLoad = Promise.withResolvers<void>()
  let answers = 0
  const visiting = visit(connections, () => {
    answers++
    if (answers === answersBefore) underLoad.resolve()
    return false
  })
  await underLoad.promise
  await wait(milliseconds)
  await product.restart('SIGKILL')
  return visiting
}

const times = rounds(2, 110)

test(`${times} kills under load lose no acknowledged registration`, {
  timeout: 3_600_000,
}, async () => {
  const accepted: string[] = []
  let cutOff = 0
  for (let round = 0; round < times; round++) {
    // The moment differs each time, so that kills meet every step of a commit and of a checkpoint.
    const attempts = await killAfter((round * 137) % 500)
    accepted.push(...acceptedOf(attempts))
    cutOff += attempts.filter(({ answer }) => answer === null).length
    expect(readDatabase(product).integrity).toBe('ok')
  }
  const { stored } = readDatabase(product)
  const lost = accepted.filter((email) => !stored.has(email))
  report({ what: `registrations, killed ${times} times`, tried: accepted.length, lost: lost.length })
  expect(lost).toEqual([])
  // In each round some registrations were accepted, and others were on their way.
  expect(accepted.length).toBeGreaterThan(times)
  expect(cutOff).toBeGreaterThan(times)
})
