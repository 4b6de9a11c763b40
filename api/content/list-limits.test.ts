import { expect, test } from 'vitest'
import { insertRevision } from '../../data/content/revisions.ts'
import { someEdit } from '../../data/testing.ts'
import { greatestLists, storeGreatest } from '../../tests/hardening/greatest.ts'
import { call, createTestApp, signIn } from '../testing.ts'

test('rejects a save of a list above its maximum length, unless the list gets shorter', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  storeGreatest(app.db)
  const fieldsOf = async (answer: Response) => (await answer.json()).fields
  const add = async (path: string, json: object) => fieldsOf(await call(app, `POST ${path}`, { cookie, json }))
  expect(await add('/api/speakers', { name: 'Ana', title: '', company: '' })).toEqual({ name: 'Caben 400 en la lista' })
  const event = { title: 'A', isPlenary: true, startTime: '09:00', day: '' }
  expect(await add('/api/agenda/events', event)).toEqual({
    title: 'Caben 600 en la lista',
    day: 'El programa puede tener 14 días',
  })

  // Four biographies of the maximum length fill the list to its limit.
  const bio = 'ñ'.repeat(10_000)
  const speakers = greatestLists().speakers.map((speaker, index) => (index < 4 ? { ...speaker, bio } : speaker))
  insertRevision(app.db, 'speakers', speakers, someEdit)
  const put = (id: number, json: object) => call(app, `PUT /api/speakers/${id}`, { cookie, json })
  expect(await fieldsOf(await put(4, { bio }))).toEqual({ bio: 'Los textos de esta lista suman más de 640 KB: acórtalos' })
  expect((await put(4, { bio: '' })).status).toBe(200)
  expect((await call(app, 'DELETE /api/speakers/1', { cookie })).status).toBe(200)
})
