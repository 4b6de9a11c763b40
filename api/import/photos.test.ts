import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { updateUser } from '../../data/accounts/users.ts'
import { latestRevision, readSection } from '../../data/content/content.ts'
import { addItem, someEdit } from '../../data/testing.ts'
import { addUser, call, createTestApp, signIn, signInAs } from '../testing.ts'
import { openssl, serveAs } from './testing.ts'

const speakerWith = (id: string, profilePicture: string) => ({ id, fullName: `Ponente ${id}`, profilePicture })

const somePhoto = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()

test('reports a photo that cannot be fetched, and leaves its speaker unchanged', async () => {
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
    last: { revision: expect.any(Number), newest: expect.any(Number) },
  })
  expect(readSection(app.db, 'speakers').value).toMatchObject([{ name: 'Ana Batz', image: '' }])
  await app.deps.photos.stop()
})

test.skipIf(!openssl)('fetches a photo from Sessionize and stores it like an uploaded photo', async () => {
  const photo = await somePhoto()
  const { network, address } = await serveAs('sessionize.gt', (request, response) =>
    request.url === '/image/8a60-400o400o2-LrYByPh5b11sufMs7kSyia.jpeg'
      ? response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo)
      : response.writeHead(404).end(),
  )
  const app = await createTestApp({ network })
  const cookie = await signIn(app)
  app.deps.photos.start()
  const speaker = (id: string, picture: string) => speakerWith(id, `${address}/image/${picture}`)
  const speakers = [speaker('a', '8a60-400o400o2-LrYByPh5b11sufMs7kSyia.jpeg'), speaker('b', 'no-hay.jpeg')]
  const json = { source: 'sessionize', data: JSON.stringify({ sessions: [], speakers }), photos: true }
  await call(app, 'POST /api/import', { cookie, json: { ...json, accept: ['speakers/a', 'speakers/b'] } })
  const progress = async () => (await call(app, 'GET /api/import/photos', { cookie })).json()
  await expect.poll(progress, { timeout: 30_000 }).toEqual({
    waiting: 0,
    done: 1,
    problems: [{ id: 'speakers/b', name: 'Ponente b', message: 'La dirección respondió 404.' }],
    last: { revision: expect.any(Number), newest: expect.any(Number) },
  })
  const [first, second] = readSection(app.db, 'speakers').value
  expect([first?.image, second?.image]).toEqual([expect.stringMatching(/^\/public-objects\/.+\.webp$/), ''])
  expect((await call(app, `GET ${first?.image}`)).status).toBe(200)
  await app.deps.photos.stop()
})

/** Imports a photo for each name. A photo arrives after `release(name)` is called. */
async function importHeld(names: string[]) {
  const photo = await somePhoto()
  const asked = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
  const freed = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
  const { network, address } = await serveAs('sessionize.gt', async (request, response) => {
    const name = request.url?.slice(1) ?? ''
    asked.get(name)?.resolve()
    await freed.get(name)?.promise
    response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo)
  })
  const app = await createTestApp({ network })
  // The speakers exist already and have no photo, so the import changes them.
  for (const name of names) addItem(app.db, 'speakers', { name: `Ponente ${name}` })
  const user = await addUser(app.db, { email: 'ana@conferencia.gt', role: 'user' })
  const cookies = { admin: await signIn(app), user: await signInAs(app, user) }
  app.deps.photos.start()
  onTestFinished(() => app.deps.photos.stop())
  const data = JSON.stringify({ sessions: [], speakers: names.map((name) => speakerWith(name, `${address}/${name}`)) })
  const json = { source: 'sessionize', data, photos: true, accept: names.map((name) => `speakers/${name}`) }
  const answer = await call(app, 'POST /api/import', { cookie: cookies.user, json })
  const { before, revision } = await answer.json()
  const progress = async () => (await call(app, 'GET /api/import/photos', { cookie: cookies.admin })).json()
  const release = (name: string) => freed.get(name)?.resolve()
  const isAsked = (name: string) => asked.get(name)?.promise
  const withPhoto = () => readSection(app.db, 'speakers').value.flatMap(({ name, image }) => (image === '' ? [] : [name]))
  return { app, user, cookies, before, revision, progress, release, isAsked, withPhoto }
}

test.skipIf(!openssl)('undoing an import removes its photos, and no further photos are fetched', async () => {
  const { app, cookies, before, revision, progress, release, isAsked, withPhoto } = await importHeld(['a', 'b', 'c'])
  release('a')
  await isAsked('b')
  const newest = latestRevision(app.db)
  expect(newest).toBeGreaterThan(revision)
  expect(await progress()).toMatchObject({ waiting: 2, done: 1, last: { revision, newest } })
  expect(withPhoto()).toEqual(['Ponente a'])
  expect((await call(app, 'POST /api/history/at', { cookie: cookies.admin, json: { time: before } })).status).toBe(200)
  const undone = latestRevision(app.db)
  // The download of photo 'b' has begun, and photo 'c' waits.
  release('b')
  release('c')
  await expect.poll(progress, { timeout: 30_000 }).toEqual({ waiting: 0, done: 1, problems: [], last: { revision, newest } })
  expect([withPhoto(), latestRevision(app.db)]).toEqual([[], undone])
})

test.skipIf(!openssl)('stops storing imported photos if the importing user loses the right to import', async () => {
  const { app, user, cookies, revision, progress, release, isAsked, withPhoto } = await importHeld(['a', 'b'])
  await isAsked('a')
  await call(app, 'POST /api/auth/logout', { cookie: cookies.user, json: {} })
  addItem(app.db, 'partners')
  release('a')
  await isAsked('b')
  // Partners were changed before the photo was saved, so `newest` is still the import's own revision.
  expect(await progress()).toMatchObject({ waiting: 1, done: 1, last: { revision, newest: revision } })
  updateUser(app.db, user.id, { isActive: false }, someEdit.at)
  release('b')
  await expect.poll(progress, { timeout: 30_000 }).toMatchObject({
    waiting: 0,
    problems: [{ name: 'Ponente b', message: 'Quien la pidió ya no puede hacer cambios.' }],
  })
  expect(withPhoto()).toEqual(['Ponente a'])
})
