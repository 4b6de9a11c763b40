import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect, test } from 'vitest'
import { createLink } from '../../data/accounts/links.ts'
import { hashOf } from '../../data/hash-of.ts'
import { later, temporaryDir } from '../../data/testing.ts'
import { backupsIn } from '../backup/folder.ts'
import { makeBackup } from '../backup/make.ts'
import { restoreBackup } from '../backup/restore.ts'
import { hashPages } from '../backup/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { addUser, call, cookieOf, createTestApp, password, signIn, signInAs, type TestApp } from '../testing.ts'

const ana = { email: 'ana@conferencia.gt' }
const minute = 60_000

/** `code(steps)` returns the code that the authenticator app shows `steps` × 30 seconds from now. */
async function withCodes(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const user = await addUser(app.db, ana)
  const cookie = await signInAs(app, user)
  const { secret, url } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const key = decodeBase32IgnorePadding(secret)
  const code = (steps = 0) => generateHOTP(key, BigInt(Math.floor(Date.now() / 30_000) + steps), 6)
  const confirmed = await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code: code() } })
  const { recoveryCodes } = await confirmed.json()
  return { app, user, cookie, secret, url, code, recoveryCodes: recoveryCodes as string[] }
}

const login = (app: TestApp, json: object, headers: Record<string, string> = {}) =>
  call(app, 'POST /api/auth/login', { json: { ...ana, password, ...json }, headers })

test('an account with an authenticator app needs password and code to sign in', async () => {
  const { app, url, code } = await withCodes()
  expect(url).toMatch(/^otpauth:\/\/totp\//)
  const asked = await login(app, {})
  expect([asked.status, await asked.json()]).toEqual([401, { error: 'Escribe el código de tu aplicación.', secondFactor: true }])
  expect(asked.headers.get('Set-Cookie')).toBeNull()
  const wrong = await login(app, { code: '000000' })
  expect([wrong.status, (await wrong.json()).secondFactor, wrong.headers.get('Set-Cookie')]).toEqual([401, true, null])
  // With a wrong password, the answer does not reveal that there is a second factor.
  expect(await (await login(app, { password: 'equivocada', code: code(1) })).json()).toEqual({
    error: 'Email o contraseña incorrectos',
  })
  expect((await login(app, { code: code(1) })).status).toBe(200)
})

test('accepts an authenticator code once, and rejects codes of a minute earlier or later', async () => {
  const { app, code } = await withCodes()
  const used = code(1)
  expect((await login(app, { code: used })).status).toBe(200)
  expect((await login(app, { code: used })).status).toBe(401)
  later(5 * minute)
  for (const steps of [-2, 2]) expect((await login(app, { code: code(steps) })).status).toBe(401)
  expect((await login(app, { code: code(-1) })).status).toBe(200)
})

test('each of the ten recovery codes signs in once, also in capitals or with spaces', async () => {
  const { app, recoveryCodes } = await withCodes()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect((await login(app, { code: first })).status).toBe(200)
  expect((await login(app, { code: first })).status).toBe(401)
  const answer = await login(app, { code: ` ${second.replace('-', ' ').toUpperCase()} ` })
  expect(answer.status).toBe(200)
  const left = await call(app, 'GET /api/auth/totp', { cookie: cookieOf(answer) })
  expect(await left.json()).toEqual({ isInUse: true, isReadable: true, recoveryCodes: 8 })
})

test('each new recovery code has 118 random bits, and the old codes become invalid', async () => {
  const { app, cookie, recoveryCodes } = await withCodes()
  const answer = await call(app, 'POST /api/auth/totp/recovery-codes', { cookie, json: {} })
  const { recoveryCodes: renewed } = await answer.json()
  expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20)
  // 24 characters from an alphabet of 31 are about 118 bits.
  for (const code of renewed) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
  expect((await login(app, { code: recoveryCodes[0] })).status).toBe(401)
  expect((await login(app, { code: renewed[0] })).status).toBe(200)
  const plain = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  expect((await call(app, 'POST /api/auth/totp/recovery-codes', { cookie: plain, json: {} })).status).toBe(409)
})

test('a password chosen with a mailed link keeps the second factor', async () => {
  const { app, user, code } = await withCodes()
  const token = createLink(app.db, 'reset', user.id, new Date().toISOString())
  expect((await call(app, 'POST /api/auth/reset', { json: { token, password: 'tres tazas de té' } })).status).toBe(200)
  const asked = await login(app, { password: 'tres tazas de té' })
  expect([asked.status, (await asked.json()).secondFactor]).toEqual([401, true])
  expect((await login(app, { password: 'tres tazas de té', code: code(1) })).status).toBe(200)
})

test('rejects codes of the authenticator app if the key file is lost', async () => {
  const { app, code, recoveryCodes } = await withCodes({ database: 'file' })
  // `other` opens the same database with a key file of its own.
  const other = await createTestApp({ database: join(app.config.dataDir, 'conference.db') })
  const refused = await login(other, { code: code(1) })
  expect([refused.status, await refused.json()]).toEqual([
    401,
    { error: expect.stringMatching(/no puede comprobar los códigos.*código de recuperación.*administrador/), secondFactor: true },
  ])
  const standby = await createTestApp({ database: join(app.config.dataDir, 'conference.db') })
  copyFileSync(join(app.config.dataDir, 'account-key'), join(standby.config.dataDir, 'account-key'))
  expect((await login(standby, { code: code(1) })).status).toBe(200)
  const cookie = cookieOf(await login(other, { code: recoveryCodes[0] }))
  expect(await (await call(other, 'GET /api/auth/totp', { cookie })).json()).toEqual({
    isInUse: true,
    isReadable: false,
    recoveryCodes: 9,
  })
  expect((await call(other, 'DELETE /api/auth/totp', { cookie })).status).toBe(200)
  const { secret } = await (await call(other, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const now = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect((await call(other, 'POST /api/auth/totp/confirm', { cookie, json: { code: now } })).status).toBe(200)
})

test('a repeated sign-in by password keeps the second factor that the session already has', async () => {
  const { app, cookie } = await withCodes()
  await call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor: true } })
  await call(app, 'DELETE /api/auth/totp', { cookie })
  const again = cookieOf(await login(app, {}, { Cookie: cookie, Origin: app.config.publicOrigin }))
  expect((await call(app, 'GET /api/users', { cookie: again })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie: cookieOf(await login(app, {})) })).status).toBe(403)
})

test('after ten wrong codes, even a right code is refused for a while', async () => {
  const { app, code } = await withCodes()
  for (let time = 0; time < 10; time += 1) await login(app, { code: '000000' })
  expect((await login(app, { code: code(1) })).status).toBe(429)
})

test('attempts to confirm a new authenticator app count against the limit of sign-ins', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const confirm = async (code: string) => (await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code } })).status
  const seen = new Set<number>()
  for (let time = 0; time < 12; time += 1) seen.add(await confirm('000000'))
  expect([...seen]).toEqual([422, 429])
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect(await confirm(code)).toBe(429)
  expect((await call(app, 'POST /api/auth/login', { json: { email: 'admin@conferencia.gt', password } })).status).toBe(429)
})

test('confirming an authenticator app does not reset the count of wrong passwords', async () => {
  const { app, cookie } = await withCodes()
  await call(app, 'DELETE /api/auth/totp', { cookie })
  for (let time = 0; time < 8; time += 1)
    await call(app, 'PUT /api/auth/me', { cookie, json: { currentPassword: 'otra cosa', password: 'tres tazas de té' } })
  const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect((await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code } })).status).toBe(200)
  expect((await login(app, {})).status).toBe(429)
})

test('a right password does not reset the count of wrong authenticator codes', async () => {
  const { app, code } = await withCodes()
  for (let time = 0; time < 5; time += 1) {
    await login(app, { code: '000000' })
    await login(app, {})
  }
  expect((await login(app, { code: code(1) })).status).toBe(429)
})

test('changing the password does not count as a recent sign-in', async () => {
  const { app, cookie, code } = await withCodes()
  later(31 * minute)
  for (let time = 0; time < 9; time += 1) await login(app, { code: '000000' })
  const json = { currentPassword: password, password: 'tres tazas de té' }
  const changed = await call(app, 'PUT /api/auth/me', { cookie, json })
  expect(changed.status).toBe(200)
  const taken = await call(app, 'DELETE /api/auth/totp', { cookie: cookieOf(changed) })
  expect([taken.status, (await taken.json()).signInAgain]).toEqual([401, true])
  expect((await login(app, { password: json.password, code: code(1) })).status).toBe(429)
})

test('restoring a backup does not make used or replaced recovery codes valid', async () => {
  const { app, cookie, recoveryCodes } = await withCodes({ database: 'file' })
  const { dataDir } = app.config
  const into = await backupsIn(dataDir)
  const restored = async () => {
    const other = temporaryDir()
    const [name = ''] = readdirSync(into).filter((entry) => entry.endsWith('Z'))
    await restoreBackup({ dataDir: other, from: join(into, name) })
    return createTestApp({ database: join(other, 'conference.db') })
  }
  await makeBackup({ dataDir, into, hashPages })
  const [used, unused] = recoveryCodes
  expect((await login(app, { code: used })).status).toBe(200)
  const there = await restored()
  expect([(await login(there, { code: used })).status, (await login(there, { code: unused })).status]).toEqual([401, 200])
  expect((await call(app, 'POST /api/auth/totp/recovery-codes', { cookie, json: {} })).status).toBe(200)
  expect((await login(await restored(), { code: recoveryCodes[2] })).status).toBe(401)
  // The erasure note contains neither the code nor its stored hash.
  expect(readFileSync(join(into, 'erasures.jsonl'), 'utf8')).not.toMatch(
    new RegExp(`${used}|${hashOf(String(used).replaceAll('-', ''))}`),
  )
})

test('the database contains neither authenticator secrets nor recovery codes in plain text', async () => {
  const { app, secret, recoveryCodes } = await withCodes()
  const rows = ['totp', 'recoveryCodes'].flatMap((table) => app.db.prepare(`SELECT * FROM ${table}`).all())
  const texts = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  expect(rows).toHaveLength(11)
  expect(texts).not.toContain(Buffer.from(decodeBase32IgnorePadding(secret)).toString('latin1'))
  for (const one of recoveryCodes) expect(texts).not.toContain(one.replace('-', ''))
  const file = join(app.config.dataDir, 'account-key')
  expect([statSync(file).mode & 0o777, readFileSync(file).length]).toEqual([0o600, 32])
})

test('an authenticator app is not required until its first code is confirmed', async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })
  expect((await login(app, {})).status).toBe(200)
  const wrong = await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code: '000000' } })
  expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([422, ['code']])
  const { app: other, cookie: own } = await withCodes()
  expect((await call(other, 'POST /api/auth/totp/begin', { cookie: own, json: {} })).status).toBe(409)
})

test('after removing the authenticator app, the password alone signs in', async () => {
  const { app, cookie } = await withCodes()
  for (const deleted of [true, false])
    expect(await (await call(app, 'DELETE /api/auth/totp', { cookie })).json()).toEqual({ deleted })
  expect((await login(app, {})).status).toBe(200)
})

test('after an administrator removes a lost second factor, the password alone signs in', async () => {
  const { app, user } = await withCodes()
  const other = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  const listed = await (await call(app, 'GET /api/users', { cookie: other })).json()
  expect(listed.find(({ id }: { id: string }) => id === user.id).hasSecondFactor).toBe(true)
  expect((await call(app, `DELETE /api/users/${user.id}/second-factor`, { cookie: other })).status).toBe(200)
  expect((await call(app, `DELETE /api/users/${user.id}/second-factor`, { cookie: other })).status).toBe(404)
  expect((await login(app, {})).status).toBe(200)
})

test('while a second factor is required, users without one reach only their own profile', async () => {
  const { app, cookie } = await withCodes()
  const plain = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  expect((await call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor: true } })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie: plain })).status).toBe(403)
  expect((await call(app, 'GET /api/hero', { cookie: plain })).status).toBe(200)
  expect((await (await call(app, 'GET /api/auth/me', { cookie: plain })).json()).user.mustAddSecondFactor).toBe(true)
  const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie: plain, json: {} })).json()
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect((await call(app, 'POST /api/auth/totp/confirm', { cookie: plain, json: { code } })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie: plain })).status).toBe(200)
  expect((await call(app, 'PUT /api/security', { cookie: plain, json: { requireSecondFactor: false } })).status).toBe(200)
})

test('requiring a second factor locks out an administrator without one until it is added', async () => {
  const app = await createTestApp()
  const cookie = await signInAs(app, await addUser(app.db, ana))
  const security = (requireSecondFactor: boolean) => call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor } })
  expect((await security(true)).status).toBe(200)
  expect([(await security(false)).status, (await call(app, 'GET /api/users', { cookie })).status]).toEqual([403, 403])
  expect((await call(app, 'GET /api/auth/sessions', { cookie })).status).toBe(200)
  const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
  expect((await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code } })).status).toBe(200)
  expect((await security(false)).status).toBe(200)
})

test('users can list and end their own sessions, but not those of other users', async () => {
  const app = await createTestApp()
  const user = await addUser(app.db, ana)
  const phone = {
    'User-Agent':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  }
  const onPhone = cookieOf(await login(app, {}, phone))
  const cookie = await signInAs(app, user)
  const other = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  const listed = await (await call(app, 'GET /api/auth/sessions', { cookie })).json()
  const seen = listed.map(({ device, isCurrent }: { device: string; isCurrent: boolean }) => [device, isCurrent]).toSorted()
  expect(seen).toEqual([
    ['Chrome en Android', false],
    ['Otro programa', true],
  ])
  const { id } = listed.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await call(app, `DELETE /api/auth/sessions/${id}`, { cookie: other })).status).toBe(404)
  expect((await call(app, `DELETE /api/auth/sessions/${id}`, { cookie })).status).toBe(200)
  expect((await call(app, 'GET /api/users', { cookie: onPhone })).status).toBe(401)
  const again = await signInAs(app, user)
  expect(await (await call(app, 'DELETE /api/auth/sessions', { cookie })).json()).toEqual({ ended: 1 })
  expect((await call(app, 'GET /api/users', { cookie: again })).status).toBe(401)
  expect((await call(app, 'GET /api/users', { cookie: other })).status).toBe(200)
})

test('a user gets a mail about a sign-in from a browser that is new for the account', async () => {
  const server = await startMailServer()
  const app = await createTestApp({ config: { mail: server.config() } })
  await addUser(app.db, ana)
  const first = await login(app, {})
  const device = /device=[\w-]{22}/.exec(first.headers.get('Set-Cookie') ?? '')?.[0] ?? ''
  await login(app, {}, { Cookie: device })
  await login(app, {}, { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  await expect.poll(() => server.taken.length).toBe(1)
  const [told] = await server.mails()
  expect([told?.subject, told?.to?.[0]?.address]).toEqual(['Entraste desde un dispositivo nuevo', ana.email])
  expect(told?.text).toContain('Firefox en Linux')
})
