import { expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

const tooLarge = { error: 'El contenido es demasiado grande.' }
const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1024)

const short = [
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/registrations',
  'PUT /api/registrations/1',
  'POST /api/users',
  'PUT /api/users/1',
  'POST /api/upload/url',
] as const

test.each(short)('%s takes no more than 16 KB: it has a handful of short fields', async (request) => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const before = stored(app.db)
  const answer = await call(app, request, { cookie, json: { email: text(16) } })
  expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
  expect((await call(app, request, { cookie, json: { email: text(15) } })).status).toBe(422)
  expect(stored(app.db)).toEqual(before)
})

test.each(['PUT /api/hero', 'PUT /api/registration-form', 'POST /api/agenda/events', 'PUT /api/speakers/1'] as const)(
  '%s takes texts of the page, up to a megabyte',
  async (request) => {
    const app = await createTestApp()
    const cookie = await signIn(app)
    expect((await call(app, request, { cookie, json: { title: text(1000) } })).status).toBe(422)
    const answer = await call(app, request, { cookie, json: { title: text(1024) } })
    expect([answer.status, await answer.json()]).toEqual([413, tooLarge])
  },
)

test('the longest registration fits however it is encoded: a form writes an accent as six characters', async () => {
  const app = await createTestApp()
  const longest = { name: 'ñ'.repeat(255), email: 'jose@ejemplo.gt', phone: '5'.repeat(40), comments: 'ñ'.repeat(5000) }
  expect((await call(app, 'POST /api/registrations', { json: longest })).status).toBe(201)
  const answer = await call(app, 'POST /api/registrations', {
    body: new URLSearchParams({ ...longest, email: 'ana@ejemplo.gt' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, stored(app.db).registrations.length]).toEqual([303, 2])
})
