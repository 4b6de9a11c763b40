import { expect, test } from 'vitest'
import { call, createTestApp, signIn } from '../testing.ts'

test('a server that another machine may have replaced refuses writes but answers reads', async () => {
  const state = { mayWrite: true }
  const server = await createTestApp({ isPublished: true, lease: { isSure: () => true, mayWrite: () => state.mayWrite } })
  const cookie = await signIn(server)
  const register = (email: string) => call(server, 'POST /api/registrations', { json: { name: 'Ana', email } })
  const count = () => server.db.prepare('SELECT count(*) FROM registrations').pluck().get()
  expect((await register('ana@ejemplo.gt')).status).toBe(201)

  state.mayWrite = false
  const refused = await register('eva@ejemplo.gt')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await call(server, 'PUT /api/hero', { cookie, json: { title: 'Otra' } })).status).toBe(503)
  expect([count(), (await call(server, 'GET /api/ready')).status, (await call(server, 'GET /api/hero')).status]).toEqual([
    1, 503, 200,
  ])

  // Simulates a machine that freezes after storing and before answering, while another machine takes over.
  state.mayWrite = true
  const stored = server.db.prepare<[], number>('SELECT count(*) FROM registrations').pluck()
  server.db.function('standStill', () => {
    state.mayWrite = false
    return 1
  })
  server.db.exec('CREATE TEMP TRIGGER still AFTER INSERT ON main.registrations BEGIN SELECT standStill(); END')
  const late = await register('mia@ejemplo.gt')
  expect([late.status, await late.text(), stored.get()]).toEqual([503, expect.stringContaining('disponible'), 2])
})
