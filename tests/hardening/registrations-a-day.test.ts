import { expect, test } from 'vitest'
import { shiftedClock } from '../support/commands.ts'
import { startProduct } from '../support/product.ts'
import { send } from './client.ts'

const minute = 1 / (24 * 60)

test('an IP address that registers at its limit for 20 minutes waits until the next day', async ({ onTestFinished }) => {
  const clock = shiftedClock()
  const product = await startProduct({ ...clock.env, REGISTRATION_LIMIT: '1' })
  onTestFinished(product.discard)
  const register = (number: number) =>
    send(product, 'POST /api/registrations', { json: { name: 'José', email: `${number}@ejemplo.gt` } })
  const statuses: number[] = []
  for (let number = 0; number < 20; number++) {
    clock.setDays(number * 1.1 * minute)
    statuses.push((await register(number)).status)
  }
  expect(statuses).toEqual(Array(20).fill(201))
  clock.setDays(30 * minute)
  const { status, headers, body } = await register(20)
  expect([status, JSON.parse(body).error]).toEqual([429, expect.stringContaining('demasiados registros hoy')])
  expect(Number(headers['retry-after'])).toBeGreaterThan(12 * 60 * 60)
})
