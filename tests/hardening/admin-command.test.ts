import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { send } from './client.ts'

const product = await sharedProduct()
const script = join(import.meta.dirname, '../../scripts/admin.ts')
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], { env: { ...process.env, DATA_DIR: product.dataDir } })

test('the activity log has administrators who were created or changed with `npm run admin`', async () => {
  await run('nueva@ejemplo.gt', 'otra-frase-larga')
  await run('nueva@ejemplo.gt', 'una-tercera-frase')
  const session = await openSession(product)
  const users: { id: string; email: string }[] = JSON.parse((await send(product, 'GET /api/users', { headers: session })).body)
  const id = users.find(({ email }) => email === 'nueva@ejemplo.gt')?.id
  const { body } = await send(product, 'GET /api/audit', { headers: session })
  const entries: { action: string; userId: string | null; subjectId: string }[] = JSON.parse(body)
  const own = entries.filter(({ subjectId }) => subjectId === id).map(({ action, userId }) => [action, userId])
  expect(own).toEqual([
    ['user-changed', null],
    ['user-created', null],
  ])
})

test('`npm run admin` gives access to an administrator who lost phone and recovery codes', async () => {
  const account = { email: 'sola@ejemplo.gt', password: 'una-frase-larga' }
  await run(account.email, account.password)
  const headers = await openSession(product, account)
  const { secret } = JSON.parse((await send(product, 'POST /api/auth/totp/begin', { headers, json: {} })).body)
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect((await send(product, 'POST /api/auth/totp/confirm', { headers, json: { code } })).status).toBe(200)
  const asked = await send(product, 'POST /api/auth/login', { json: account })
  expect([asked.status, JSON.parse(asked.body).secondFactor]).toEqual([401, true])
  const { stdout } = await run(account.email, 'otra-frase-larga')
  expect(stdout).toContain('segundo factor quitado')
  const json = { email: account.email, password: 'otra-frase-larga' }
  expect((await send(product, 'POST /api/auth/login', { json })).status).toBe(200)
})
