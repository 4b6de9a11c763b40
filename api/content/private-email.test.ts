import { expect, test } from 'vitest'
import { addItem } from '../../data/testing.ts'
import { call, createTestApp, signIn } from '../testing.ts'

const email = 'ana.privada@ejemplo.gt'

test('visitors never get the e-mail of a speaker', async () => {
  const app = await createTestApp()
  const { id } = addItem(app.db, 'speakers', { email, bio: 'Construye redes' })
  addItem(app.db, 'events', { isPlenary: true, speakerIds: [id], speakerId: id })
  await app.publisher.publish()
  await app.publisher.finished()
  const cookie = await signIn(app, 'user')
  const texts = async (path: string, how = {}) => (await call(app, `GET ${path}` as never, how)).text()
  expect(await texts('/api/speakers', { cookie })).toContain(email)
  for (const path of [
    '/',
    '/fichas.html',
    '/speakers/jose-perez',
    '/charlas/apertura',
    '/schedule.json',
    '/schedule.xml',
    '/api/speakers',
  ]) {
    const text = await texts(path)
    expect([path, text.includes('Jos'), text.includes('privada')]).toEqual([path, true, false])
  }
})

test('adds https:// to the URL of slides, and rejects a URL that is not http', async () => {
  const app = await createTestApp()
  const { id } = addItem(app.db, 'events', { isPlenary: true })
  const cookie = await signIn(app, 'user')
  const save = (slidesUrl: string) => call(app, `PUT /api/agenda/events/${id}`, { cookie, json: { slidesUrl } })
  expect(await (await save('slides.gt/redes')).json()).toMatchObject({ slidesUrl: 'https://slides.gt/redes', recordingUrl: '' })
  for (const wrong of ['javascript:alert(1)', 'mailto:a@b.gt', 'sin enlace', `https://a.gt/${'x'.repeat(2_100)}`])
    expect((await save(wrong)).status).toBe(422)
})
