import { expect, test } from 'vitest'
import { hashPassword, isBusy, verifyPassword } from './passwords.ts'

const address = '10.0.0.1'

test('a password matches its own hash and no other hash', async () => {
  const hash = await hashPassword('secreto')
  expect([await verifyPassword(hash, 'secreto', address), await verifyPassword(hash, 'Secreto', address)]).toEqual([true, false])
})

test('a password hash is Argon2id at the recommended cost, and differs each time it is made', async () => {
  const [first, second] = await Promise.all([hashPassword('secreto'), hashPassword('secreto')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})

test('no password matches a user without a password hash', async () => {
  expect([await verifyPassword(null, 'secreto', address), await verifyPassword(null, '', address)]).toEqual([false, false])
})

test('an unreadable password hash throws an error, and does not block later sign-ins', async () => {
  const broken = await Promise.allSettled([1, 2, 3, 4].map(() => verifyPassword('no hash', 'secreto', address)))
  expect(broken.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await verifyPassword(await hashPassword('secreto'), 'secreto', address)).toBe(true)
})

test('answers all password checks even if more are requested than can run at once', async () => {
  const hash = await hashPassword('secreto')
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => verifyPassword(hash, 'secreto', address)))).toEqual(Array(6).fill(true))
})

test('reports the password check as busy during many sign-ins from one IP address', {
  timeout: 60_000,
}, async () => {
  const hash = await hashPassword('secreto')
  const burst = Array.from({ length: 62 }, () => verifyPassword(hash, 'secreto', address))
  expect(isBusy(address)).toBe(true)
  await Promise.all(burst)
  expect(isBusy(address)).toBe(false)
})

test('checking many passwords from one IP address does not delay sign-ins from another', {
  timeout: 60_000,
}, async () => {
  const hash = await hashPassword('secreto')
  const order: string[] = []
  const many = Array.from({ length: 20 }, () => verifyPassword(hash, 'otro', address).then(() => order.push('many')))
  const one = verifyPassword(hash, 'secreto', '10.0.0.2').then(() => order.push('one'))
  expect([isBusy(address), isBusy('10.0.0.2')]).toEqual([false, false])
  await Promise.all([...many, one])
  // If the addresses did not take turns, `one` would be the last of 21.
  expect(order.indexOf('one')).toBeLessThan(many.length / 2)
})

test('a burst of sign-ins from one IP address does not block other IP addresses', { timeout: 60_000 }, async () => {
  const hash = await hashPassword('secreto')
  const burst = Array.from({ length: 62 }, () => verifyPassword(hash, 'otro', address))
  expect([isBusy(address), isBusy('10.0.0.2')]).toEqual([true, false])
  await Promise.all(burst)
})
