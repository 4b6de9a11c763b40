import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { admin } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { filesHolding, openDatabase, send } from './client.ts'

const product = await sharedProduct({ TRUST_PROXY: '1' })
const db = openDatabase(product)

const signIn = (address: string, json: { email: string; password: string }) =>
  send(product, 'POST /api/auth/login', { json, headers: { 'X-Forwarded-For': address } })

test('users can sign in while one IP address tries passwords on 75 connections', async () => {
  let isOver = false
  let tries = 0
  const attack = async () => {
    while (!isOver) await signIn('10.66.0.1', { email: `nadie${tries++}@ejemplo.gt`, password: 'equivocada' })
  }
  const attacking = Array.from({ length: 75 }, attack)
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) statuses.push((await signIn(`10.1.0.${count}`, admin)).status)
  isOver = true
  await Promise.all(attacking)
  expect(tries).toBeGreaterThan(75)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})

type Entry = { action: string; userId: string | null; source: string | null }

async function failures(): Promise<Entry[]> {
  const { body } = await send(product, 'GET /api/audit?limit=1000', { headers: await openSession(product) })
  return (JSON.parse(body) as Entry[]).filter(({ action }) => action === 'sign-in-failed')
}

test('stores the IP address of a failed sign-in only as a stable hash', async () => {
  await signIn('203.0.113.77', { ...admin, password: 'equivocada' })
  await signIn('203.0.113.77', { email: 'nadie@ejemplo.gt', password: 'equivocada' })
  await signIn('203.0.113.78', { ...admin, password: 'equivocada' })
  const [third, second, first] = await failures()
  expect(first?.source).toMatch(/^[\w-]{12}$/)
  expect([second?.source === first?.source, third?.source === first?.source]).toEqual([true, false])
  expect([first?.userId === null, second?.userId === null]).toEqual([false, true])
  expect(filesHolding(product, '203.0.113.7')).toEqual([])
})

test('failed sign-ins to unknown accounts displace no real entries in the activity log', async () => {
  // 10,000 entries of each kind are kept. They are inserted directly, because each real sign-in takes a slow hash.
  const insert = db.prepare("INSERT INTO audit (at, action) VALUES (?, 'sign-in-failed')")
  const now = new Date().toISOString()
  await signIn('203.0.113.80', { ...admin, password: 'equivocada' })
  db.transaction(() => {
    for (let count = 0; count < 12_000; count++) insert.run(now)
  })()
  // The next failed sign-in deletes the entries above the limit.
  await signIn('203.0.113.81', { email: 'nadie@ejemplo.gt', password: 'equivocada' })
  const count = (condition: string) =>
    db.prepare(`SELECT count(*) FROM audit WHERE action = 'sign-in-failed' AND userId IS ${condition}`).pluck().get()
  expect(count('NULL')).toBe(10_000)
  expect(count('NOT NULL')).toBeGreaterThanOrEqual(3)
})
