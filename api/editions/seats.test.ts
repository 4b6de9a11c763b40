import { expect, test } from 'vitest'
import { chosenSessions } from '../../data/seats/choosing.ts'
import { addItem, addRegistration } from '../../data/testing.ts'
import { startMailServer } from '../mail/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { finishWork } from './work.ts'

test('ending a conference edition mails nobody about seats, and undoing restores the seats', async () => {
  const { port } = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ isPublished: true, config: { mail } })
  const cookie = await signIn(app)
  const put = (line: Parameters<typeof call>[1], json: object) => call(app, line, { cookie, json })
  await put('PUT /api/hero', { eventDate: '2098-03-01T13:00:00.000Z' })
  const workshop = addItem(app.db, 'events', { title: 'Taller', isPlenary: true, startTime: '09:00', capacity: 1 }).id
  const people = ['ana', 'eva', 'luz'].map((name) => addRegistration(app.db, { name, email: `${name}@ejemplo.gt` }).id)
  for (const [index, id] of people.entries())
    await put(`PUT /api/registrations/${id}/sessions`, { sessions: [workshop], over: index === 2 })
  const statuses = () => people.map((id) => chosenSessions(app.db, id, app.config.timeZone)[0]?.status)
  expect(statuses()).toEqual(['seated', 'waiting', 'seated'])
  const mailCount = () => app.db.prepare('SELECT count(*) FROM mails').pluck().get()
  const before = mailCount()

  const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' }
  const next = { name: 'Conferencia 2099', eventDate: '2099-11-20', keep }
  expect((await call(app, 'POST /api/editions', { cookie, json: next })).status).toBe(201)
  await finishWork(app.deps)
  expect([statuses(), app.db.prepare('SELECT count(*) FROM sessionSeats').pluck().get()]).toEqual([
    [undefined, undefined, undefined],
    0,
  ])
  const lost = "SELECT count(*) FROM mails WHERE kind IN ('session-lost', 'session-promoted')"
  expect(app.db.prepare(lost).pluck().get()).toBe(0)

  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  expect([statuses(), mailCount()]).toEqual([['seated', 'waiting', 'seated'], before])
})
