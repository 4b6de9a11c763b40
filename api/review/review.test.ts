import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Finding } from '../../data/review/review.ts'
import { addItem } from '../../data/testing.ts'
import { Unavailable } from '../http/errors.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'

async function findings(app: TestApp, cookie: string): Promise<Finding[]> {
  const all: Finding[] = await (await call(app, 'GET /api/review', { cookie })).json()
  return all.filter(({ isSample }) => !isSample)
}

/** Uploads a picture without a kind, so that the picture keeps its size. */
async function uploaded(app: TestApp, cookie: string, width: number, height: number, format: 'png' | 'jpeg'): Promise<string> {
  const answer = await call(app, 'POST /api/upload/url', { cookie, json: { fileName: `foto.${format}` } })
  const { uploadURL, publicURL } = await answer.json()
  const picture = sharp({ create: { width, height, channels: 4, background: '#36c8' } })
  const body = new Uint8Array(await picture.toFormat(format).toBuffer())
  expect((await call(app, `PUT ${uploadURL}`, { cookie, body })).status).toBe(201)
  return publicURL
}

test.each(['png', 'jpeg'] as const)(
  'reports a small uploaded %s photo with its size, and photos that are missing',
  async (format) => {
    const app = await createTestApp({ isPublished: true })
    const cookie = await signIn(app)
    const small = await uploaded(app, cookie, 90, 120, format)
    const image = await uploaded(app, cookie, 300, 400, format)
    addItem(app.db, 'speakers', { name: 'Ana', image: small })
    addItem(app.db, 'speakers', { name: 'Beto', image })
    addItem(app.db, 'speakers', { name: 'Carla', image: '/public-objects/1700000000000-0123456789abcdef.webp' })
    expect((await findings(app, cookie)).map(({ message }) => message)).toEqual([
      'La foto de Carla ya no está en el servidor: súbela de nuevo.',
      'La foto de Ana es pequeña y se verá borrosa: 90×120 px, mejor 250×350.',
    ])
  },
)

test('accepts a link to this site if the page and the section exist', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const origin = app.config.publicOrigin
  const { id } = addItem(app.db, 'speakers', { name: 'Ana' })
  const links = [`${origin}/#speaker-${id}`, `${origin}/#nada`, `${origin}/no-hay`, `${origin}/login`, 'https://otro.gt/#nada']
  for (const linkUrl of links) addItem(app.db, 'info', { title: 'Más', linkUrl })
  expect((await findings(app, cookie)).map(({ message }) => message.split(': ')[1])).toEqual([
    `${origin}/#nada`,
    `${origin}/no-hay`,
  ])
})

test('stops checking pictures after a few requests if the object store does not respond', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const gone = '/public-objects/1700000000000-0123456789abcdef.webp'
  for (let count = 0; count < 30; count++)
    addItem(app.db, 'speakers', { name: `Ana ${count}`, image: gone.replace('0000', `00${10 + count}`) })
  addItem(app.db, 'info', { title: 'Más', linkUrl: `${app.config.publicOrigin}/no-hay` })
  let asked = 0
  app.uploads.storage.find = async () => {
    asked++
    throw new Unavailable('the object store cannot be read')
  }
  expect((await findings(app, cookie)).map(({ message }) => message.split(': ')[1])).toEqual([
    `${app.config.publicOrigin}/no-hay`,
  ])
  expect(asked).toBeLessThanOrEqual(8)
})
