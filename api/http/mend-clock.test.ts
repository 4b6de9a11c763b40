import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmailChange, createLink } from '../../data/accounts/links.ts'
import { dueMails, mailQueue, recordFailure } from '../../data/mail/outbox.ts'
import { addRegistration } from '../../data/testing.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../data/time.ts'
import { backupsIn, lastBackup } from '../backup/folder.ts'
import { makeBackup } from '../backup/make.ts'
import { createBackups } from '../backup/schedule.ts'
import { hashPages } from '../backup/testing.ts'
import { addUser, call, cookieOf, createTestApp, log, password, signInAs } from '../testing.ts'
import { createUpkeep } from '../upkeep.ts'

const right = Date.parse('2027-03-01T12:00:00.000Z')
const ahead = right + 3_652 * dayMs
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

/** Fakes the time of day and `performance.now()`. `pass` advances both, `set` changes only the time of day. */
function passedIn(at: number) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: at })
  onTestFinished(() => void vi.useRealTimers())
  return { set: (to: number) => void vi.setSystemTime(to), pass: (ms: number) => void vi.advanceTimersByTime(ms) }
}

async function site() {
  const app = await createTestApp({ database: 'file' })
  const [ana, luis] = [await addUser(app.db, { email: 'ana@ejemplo.gt' }), await addUser(app.db, { email: 'luis@ejemplo.gt' })]
  const login = (email: string, more: object = {}) => call(app, 'POST /api/auth/login', { json: { email, password, ...more } })
  const status = async (request: Parameters<typeof call>[1], options: Parameters<typeof call>[2]) =>
    (await call(app, request, options)).status
  return { app, ana, luis, login, status }
}

test('lockouts and sessions end in time even after the clock was ten years ahead', async () => {
  const clock = passedIn(right)
  const { app, ana, luis, login, status } = await site()
  const { db, config } = app
  const person = addRegistration(db, {}, new Date(right).toISOString())

  clock.set(ahead)
  const iso = new Date(ahead).toISOString()
  for (let time = 0; time < 12; time += 1) await login(luis.email, { password: 'otra cosa' })
  expect((await login(luis.email)).status).toBe(429)
  const cookie = await signInAs(app, ana)
  expect(await status('GET /api/users', { cookie })).toBe(200)
  const link = createLink(db, 'invite', luis.id, iso)
  const change = createEmailChange(db, ana.id, 'otra@ejemplo.gt', iso)
  const mail = mailQueue(db, 'ejemplo.gt')('confirmation', person, iso)
  recordFailure(db, mail, '451 later', new Date(ahead + 6 * hourMs).toISOString())
  const { uploadURL } = await (await call(app, 'POST /api/upload/url', { cookie, json: { fileName: 'logo.svg' } })).json()
  const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
  const code = () => generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / (30 * secondMs))), 6)
  expect(await status('POST /api/auth/totp/confirm', { cookie, json: { code: code() } })).toBe(200)
  const into = await backupsIn(config.dataDir)
  await makeBackup({ dataDir: config.dataDir, into, hashPages, now: ahead })

  clock.set(right + hourMs)
  // Sessions and links made under the wrong clock are invalid.
  expect(await status('GET /api/users', { cookie })).toBe(401)
  const reset = { token: link, password: 'tres tazas de té' }
  expect(await status('POST /api/auth/reset', { json: reset })).toBe(422)
  expect(await status('POST /api/auth/email/confirm', { json: { token: change } })).toBe(422)
  // The queued mail is due, and a backup made under the wrong clock does not count.
  expect(dueMails(db)(new Date(right + hourMs).toISOString(), 5).map(({ id }) => id)).toEqual([mail])
  expect(await lastBackup(config.dataDir, Date.now())).toBeNull()
  const backups = createBackups({
    dataDir: config.dataDir,
    log,
    run: () => makeBackup({ dataDir: config.dataDir, into, hashPages, now: Date.now() }),
  })
  await backups.runIfDue()
  expect((await backups.status()).last?.takenAt).toBe(new Date(right + hourMs).toISOString())
  // A code used under the wrong clock does not block today's codes.
  clock.pass(minuteMs)
  const again = await login(ana.email, { code: code() })
  expect(again.status).toBe(200)
  // A lockout that began under the wrong clock lasts at most four hours, like any lockout.
  const refused = await login(luis.email)
  expect([refused.status, Number(refused.headers.get('Retry-After')) <= 4 * 60 * 60]).toEqual([429, true])
  // Upload tickets last ten minutes. Setting the time of day changes nothing, because they use `performance.now()`.
  clock.pass(10 * minuteMs)
  const upload = { cookie: cookieOf(again), body: drawing, headers: { 'Content-Type': 'image/svg+xml' } }
  expect(await status(`PUT ${uploadURL}`, upload)).toBe(404)
  clock.pass(4 * hourMs)
  expect((await login(luis.email)).status).toBe(200)
})

test('corrects stored future dates after the clock has been right for a day', async () => {
  const clock = passedIn(right)
  const { app } = await site()
  const { db, config } = app
  clock.set(ahead)
  const iso = new Date(ahead).toISOString()
  addRegistration(db, {}, iso)
  db.prepare("INSERT INTO trash (id, row, mails, deletedAt) VALUES ('a', '{}', '[]', ?)").run(iso)
  clock.set(right + hourMs)
  writeFileSync(join(config.dataDir, 'clock.json'), JSON.stringify({ seen: ahead, since: ahead }))
  const upkeep = createUpkeep({ db, erasures: app.deps.erasures, config, log })
  const seen = () => JSON.parse(readFileSync(join(config.dataDir, 'clock.json'), 'utf8')).seen
  const look = async () => {
    upkeep.start()
    await expect.poll(seen).toBe(Date.now())
    await upkeep.stop()
  }
  const dates = () =>
    db.prepare('SELECT registrationDate AS at FROM registrations UNION ALL SELECT deletedAt FROM trash').pluck().all() as string[]
  await look()
  expect(dates()).toEqual([iso, iso])
  clock.pass(25 * hourMs)
  await look()
  expect(dates().every((at) => at <= new Date().toISOString())).toBe(true)
  clock.pass(31 * dayMs)
  // Simulates hourly checks of the clock during the 31 days.
  writeFileSync(join(config.dataDir, 'clock.json'), JSON.stringify({ seen: Date.now() - hourMs, since: right }))
  await look()
  expect(db.prepare('SELECT count(*) FROM trash').pluck().get()).toBe(0)
})

test('rejects a session whose sign-in is in the future', async () => {
  const clock = passedIn(right)
  const { app, ana, status } = await site()
  const cookie = await signInAs(app, ana)
  clock.pass(minuteMs)
  app.db.prepare('UPDATE sessions SET created_at = created_at + 3600').run()
  expect(await status('GET /api/users', { cookie })).toBe(401)
})
