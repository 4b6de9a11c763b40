import { expect, test } from 'vitest'
import { addItem, addRegistration } from '../../../data/testing.ts'
import { startMailServer } from '../../mail/testing.ts'
import { call, createTestApp, signIn } from '../../testing.ts'

test("mails about a session contain its title, its time and a link to the person's page", async () => {
  const server = await startMailServer()
  const from = { name: 'Conferencia', address: 'hola@conferencia.gt' }
  const mail = { server: { host: '127.0.0.1', port: server.port, secure: false, auth: null }, from, dkim: null }
  const app = await createTestApp({ config: { mail } })
  const cookie = await signIn(app)
  await call(app, 'PUT /api/hero', { cookie, json: { eventDate: '2098-03-01' } })
  const room = addItem(app.db, 'scenarios', { name: 'Sala Quetzal' }).id
  const event = addItem(app.db, 'events', { title: 'Taller de Git', scenarioId: room, capacity: 1 }).id
  const [ana, eva] = ['ana', 'eva'].map((name) => addRegistration(app.db, { name, email: `${name}@ejemplo.gt` }).id)
  const choose = (id: string | undefined, sessions: string[]) =>
    call(app, `PUT /api/registrations/${id}/sessions`, { cookie, json: { sessions } })
  const mailed = async (count: number) => {
    await expect.poll(() => server.taken.length).toBe(count)
    return (await server.mails()).at(-1)
  }
  await choose(ana, [event])
  const first = await mailed(1)
  expect(first?.subject).toContain('Tienes lugar en «Taller de Git»')
  expect(first?.text).toContain('1 de marzo de 2098, 09:00 h, Sala Quetzal')
  expect(first?.text).toContain('#sesiones')
  await choose(eva, [event])
  expect((await mailed(2))?.subject).toContain('lista de espera de «Taller de Git»')
  await choose(ana, [])
  await mailed(4)
  const subjects = (await server.mails()).slice(2).map(({ subject }) => subject ?? '')
  expect(subjects.filter((subject) => subject.startsWith('Ya tienes lugar en'))).toHaveLength(1)
  expect(subjects.filter((subject) => subject.startsWith('Ya no estás en'))).toHaveLength(1)
  const { id } = app.db.prepare<[], { id: string }>("SELECT id FROM mails WHERE kind = 'session-promoted'").get() ?? { id: '' }
  expect((await call(app, `POST /api/mails/${id}/resend`, { cookie })).status).toBe(201)
  expect((await mailed(5))?.subject).toContain('Ya tienes lugar en «Taller de Git»')
})
