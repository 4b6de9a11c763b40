import { expect, test } from 'vitest'
import { revalidate } from '../http/representations.ts'
import { call, createTestApp, signIn } from '../testing.ts'

/** A past conference of 2025 with a talk. Its speaker stays for the next edition. */
async function ended() {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const save = async (line: Parameters<typeof call>[1], json: object) => (await call(app, line, { cookie, json })).json()
  const speaker = await save('POST /api/speakers', { name: 'Ana López', title: '', company: '' })
  const talk = { title: 'Abrir', startTime: '09:00', isPlenary: true, speakerIds: [speaker.id] }
  await save('POST /api/agenda/events', talk)
  const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' }
  await save('POST /api/editions', { name: 'Conferencia 2099', eventDate: '2099-11-20', keep })
  await app.publisher.finished()
  const get = async (path: string) => {
    const { status, headers } = await call(app, `GET ${path}`)
    return [status, headers.get('Location'), headers.get('Cache-Control')]
  }
  return { app, cookie, save, speaker, get }
}

const files = ['/charlas/abrir', '/charlas/abrir.png', '/charlas/abrir.ics']

test('a speaker URL without a year shows the share card of the newest edition', async () => {
  const { app, save, speaker, get } = await ended()
  for (const end of ['', '.png', '-cuadrada.png']) {
    expect([end, await get(`/speakers/ana-lopez${end}`)]).toEqual([end, [200, null, revalidate]])
  }
  expect(await (await call(app, 'GET /speakers/ana-lopez.png')).text()).toContain('Conferencia 2099')
  expect(await (await call(app, 'GET /2025/speakers/ana-lopez.png')).text()).not.toContain('Conferencia 2099')
  await save(`PUT /api/speakers/${speaker.id}`, { slug: 'ana' })
  await app.publisher.finished()
  for (const end of ['', '.png', '-cuadrada.png']) {
    expect([end, await get(`/speakers/ana-lopez${end}`)]).toEqual([end, [301, `/speakers/ana${end}`, revalidate]])
  }
})

test("the URL of a past talk redirects to its edition until the edition's end is undone", async () => {
  const { app, cookie, get } = await ended()
  for (const path of files) expect([path, await get(path)]).toEqual([path, [301, `/2025${path}`, revalidate]])
  expect((await call(app, 'POST /api/editions/undo', { cookie })).status).toBe(200)
  await app.publisher.finished()
  for (const path of files) expect([path, await get(path)]).toEqual([path, [200, null, revalidate]])
})

test('a past speaker who is not in the new edition is redirected to the past edition', async () => {
  const { app, cookie, speaker, get } = await ended()
  await call(app, `DELETE /api/speakers/${speaker.id}`, { cookie })
  await app.publisher.finished()
  for (const end of ['', '.png']) {
    expect([end, await get(`/speakers/ana-lopez${end}`)]).toEqual([end, [301, `/2025/speakers/ana-lopez${end}`, revalidate]])
  }
})
