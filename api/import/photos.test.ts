import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readSection } from '../../data/content/content.ts'
import { call, createTestApp, signIn } from '../testing.ts'
import { openssl, serveAs } from './testing.ts'

test('a photo that does not come is a problem of its row, and the speaker stays as they are', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  app.deps.photos.start()
  const data = JSON.stringify({
    schedule: {
      conference: {
        days: [
          {
            rooms: {
              Ceiba: [
                {
                  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
                  title: 'Redes',
                  date: '2027-03-05T09:00:00-06:00',
                  duration: '00:45',
                  persons: [{ code: 'ANAB', name: 'Ana Batz', avatar: 'https://169.254.169.254/foto.jpg' }],
                },
              ],
            },
          },
        ],
      },
    },
  })
  const accept = ['speakers/ANAB']
  const answer = await call(app, 'POST /api/import', { cookie, json: { source: 'pretalx', data, accept, photos: true } })
  expect([answer.status, (await answer.json()).photos]).toEqual([200, 1])
  const progress = async () => (await call(app, 'GET /api/import/photos', { cookie })).json()
  await expect.poll(progress, { timeout: 30_000 }).toEqual({
    waiting: 0,
    done: 0,
    problems: [{ id: 'speakers/ANAB', name: 'Ana Batz', message: 'La dirección lleva a una red privada.' }],
  })
  expect(readSection(app.db, 'speakers').value).toMatchObject([{ name: 'Ana Batz', image: '' }])
  await app.deps.photos.stop()
})

test.skipIf(!openssl)('a photo comes from where Sessionize keeps it, and is the speaker’s like an uploaded one', async () => {
  const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const { network, address } = await serveAs('sessionize.gt', (request, response) =>
    request.url === '/image/8a60-400o400o2-LrYByPh5b11sufMs7kSyia.jpeg'
      ? response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo)
      : response.writeHead(404).end(),
  )
  const app = await createTestApp({ network })
  const cookie = await signIn(app)
  app.deps.photos.start()
  const speaker = (id: string, picture: string) => ({
    id,
    fullName: `Ponente ${id}`,
    profilePicture: `${address}/image/${picture}`,
  })
  const speakers = [speaker('a', '8a60-400o400o2-LrYByPh5b11sufMs7kSyia.jpeg'), speaker('b', 'no-hay.jpeg')]
  const json = { source: 'sessionize', data: JSON.stringify({ sessions: [], speakers }), photos: true }
  await call(app, 'POST /api/import', { cookie, json: { ...json, accept: ['speakers/a', 'speakers/b'] } })
  const progress = async () => (await call(app, 'GET /api/import/photos', { cookie })).json()
  await expect.poll(progress, { timeout: 30_000 }).toEqual({
    waiting: 0,
    done: 1,
    problems: [{ id: 'speakers/b', name: 'Ponente b', message: 'La dirección respondió 404.' }],
  })
  const [first, second] = readSection(app.db, 'speakers').value
  expect([first?.image, second?.image]).toEqual([expect.stringMatching(/^\/public-objects\/.+\.webp$/), ''])
  expect((await call(app, `GET ${first?.image}`)).status).toBe(200)
  await app.deps.photos.stop()
})
