import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '../../api/store/bucket.ts'
import { newestLease } from '../../api/store/lease.ts'
import { root } from '../../api/system/root.ts'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { readPublished } from '../reliability/published.ts'
import { command } from '../support/commands.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { newVisitor, openRegistration } from '../support/pages.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { bytesIn, realStore, setPolicy } from './bucket.ts'
import { startHost } from './host.ts'
import { storeEnv } from './service.ts'

const real = await realStore()
const browser = await sharedBrowser()
const it = test.runIf(real)
const config = real?.config ?? ({} as never)
const bucket = real ? openBucket(config) : ({} as never)

async function started(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ ...storeEnv(config), ...env })
  // Removes the backups, because a product does not start if its bucket already has a conference.
  onTestFinished(async () => bucket.remove((await bucket.list('private/backups/')).map(({ key }) => key)))
  onTestFinished(product.discard)
  return product
}

const remoteOf = async (product: Product) =>
  (await (await (await signedIn(product.origin, admin))('GET /api/publish')).json()).remote

/** Uploads a file as the panel does. Returns its public path. */
async function upload(product: Product, fileName: string, body: Uint8Array<ArrayBuffer>, kind: string): Promise<string> {
  const call = await signedIn(product.origin, admin)
  const { uploadURL, publicURL } = await (await call('POST /api/upload/url', { fileName, kind })).json()
  const answer = await fetch(product.origin + uploadURL, { method: 'PUT', headers: await openSession(product), body })
  expect(answer.status).toBe(201)
  return publicURL
}

const caughtUp = (product: Product) => expect.poll(() => remoteOf(product)).toMatchObject({ pending: false, error: null })

it('a video of 100 MB is uploaded in constant memory, and served in byte ranges', async () => {
  const product = await started()
  await caughtUp(product)
  const film = new Uint8Array(100_000_000)
  film.set(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp41', 'latin1'))
  film.set(Buffer.from('hacia el final'), 99_000_000)
  const before = product.memory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, product.memory())
  }, 20)
  const path = await upload(product, 'video.mp4', film, 'video')
  clearInterval(watch)
  console.log(`memory for an upload of 100 MB to the store: ${(most - before).toFixed(0)} MB more than ${before.toFixed(0)}`)
  expect(most - before).toBeLessThan(50)
  expect((await bucket.list('public-objects/')).map(({ key, size }) => [key, size])).toContainEqual([path.slice(1), 100_000_000])
  expect(readdirSync(join(product.dataDir, 'uploads/public'))).toEqual([])
  const part = await fetch(product.origin + path, { headers: { Range: 'bytes=99000000-99000013' } })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
    206,
    'bytes 99000000-99000013/100000000',
    'hacia el final',
  ])
  await bucket.remove([path.slice(1)])
})

it('visitors can register on a site that the bucket serves', async () => {
  let product: Product | null = null
  const host = await startHost(
    `${config.endpoint}/${config.bucket}/${config.prefix}`.replace(/\/$/, ''),
    () => product?.processOrigin ?? '',
  )
  product = await started({ PUBLIC_ORIGIN: host, TRUST_PROXY: '1' })
  const call = await signedIn(host, admin)
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const path = await upload({ ...product, origin: host }, 'foto.png', new Uint8Array(photo), 'about-image')
  await call('PUT /api/about', { imageUrl: path, imageAlt: 'La sala llena' })
  await call('PUT /api/hero', { title: 'Desde el depósito' })
  await caughtUp(product)
  for (const [name, page] of readPublished(product.dataDir).pages)
    expect((await bytesIn(bucket, name))?.toString(), name).toBe(page)

  if (real?.isOwn) {
    const policy = readFileSync(join(root, 'deploy/bucket-policy.json'), 'utf8')
    const anybody = async (key: string) => (await fetch(`${config.endpoint}/${config.bucket}/${key}`)).status
    await setPolicy(config, policy.replace('BUCKET', config.bucket))
    await command('backup', product.dataDir, [], storeEnv(config))
    const hidden = (await bucket.list('private/')).map(({ key }) => key)
    expect(hidden.some((key) => key.endsWith('conference.db'))).toBe(true)
    expect(await Promise.all(hidden.map(anybody))).toEqual(hidden.map(() => 403))
    expect([await anybody('index.html'), await anybody(path.slice(1))]).toEqual([200, 200])
  }

  const { page, complaints } = await newVisitor(browser, host)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Desde el depósito' }).waitFor()
  const image = page.getByAltText('La sala llena')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBe(400)
  const dialog = await openRegistration(page, /^Registro/)
  await dialog.getByLabel('Nombre completo').fill('María del Depósito')
  await dialog.getByLabel('Email').fill('maria@ejemplo.gt')
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: /Registr/ }).click()
  await expect.poll(async () => (await (await call('GET /api/registrations')).json()).length).toBe(1)
  expect(complaints).toEqual([])

  await product.end()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Desde el depósito' }).waitFor()
})

it('an empty server restores database, uploads and page from the object store', async () => {
  const product = await started()
  const call = await signedIn(product.origin, admin)
  const photo = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#a31' } })
    .png()
    .toBuffer()
  const path = await upload(product, 'foto.png', new Uint8Array(photo), 'speaker-photo')
  await call('POST /api/speakers', { name: 'Ana Batz', title: 'CTO', company: 'Maya', image: path })
  await call('PUT /api/hero', { title: 'Antes del incendio' })
  await call('POST /api/registrations', { name: 'José Pérez', email: 'jose@ejemplo.gt' })
  await caughtUp(product)
  const made = await command('backup', product.dataDir, [], storeEnv(config))
  expect(made.said).toContain('Respaldo verificado')
  const before = await (await fetch(product.origin)).text()
  const image = Buffer.from(await (await fetch(product.origin + path)).arrayBuffer())
  await product.end('SIGKILL')

  const dataDir = join(temporaryDir(), 'data')
  const restored = await command('restore', dataDir, ['s3'], storeEnv(config))
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Respaldo restaurado') })
  const again = await started({ DATA_DIR: dataDir, PUBLIC_ORIGIN: product.origin })
  expect(await (await fetch(again.processOrigin)).text()).toBe(before)
  expect(Buffer.from(await (await fetch(again.processOrigin + path)).arrayBuffer()).equals(image)).toBe(true)

  // Other commands read the store too: a complete backup, a static export, and the removal of unused uploads.
  const folder = temporaryDir()
  expect(await command('backup', dataDir, [folder], storeEnv(config))).toMatchObject({ code: 0 })
  const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('Z'))
  expect(readFileSync(join(folder, copy, 'uploads/public', basename(path))).equals(image)).toBe(true)
  const site = join(temporaryDir(), 'sitio')
  expect(await command('export', dataDir, [site], storeEnv(config))).toMatchObject({ code: 0 })
  expect(readFileSync(join(site, path)).equals(image)).toBe(true)
  const clean = await command('uploads-clean', dataDir, [], storeEnv(config))
  expect(clean).toMatchObject({ code: 0, said: expect.stringContaining('No hay archivos sin uso') })
})

it('with a wrong key of the object store, the server starts and reports the error', async () => {
  const product = await started({ S3_SECRET_ACCESS_KEY: 'otra' })
  await expect
    .poll(() => remoteOf(product))
    .toEqual({ revision: 0, pending: true, error: 'el almacén no acepta la clave de acceso' })
  expect((await fetch(product.origin)).status).toBe(200)
  expect(product.log()).not.toContain('otra')
})

// This test is the last one, because its files in the bucket take a while to remove.
it('stopping during compression releases the lease and ends without an error', async () => {
  const product = await started()
  const call = await signedIn(product.origin, admin)
  const words = () => Array.from({ length: 150 }, () => Math.random().toString(36).slice(2, 9)).join(' ')
  const add = async (part: number) => {
    for (let number = 0; number < 145; number++) {
      const json = { title: `Charla ${part} ${number}`, isPlenary: true, startTime: '10:00', description: words() }
      expect((await call('POST /api/agenda/events', json)).status).toBe(201)
    }
  }
  await Promise.all([1, 2, 3, 4].map(add))
  await call('PUT /api/hero', { title: 'Otra conferencia' })
  await expect.poll(async () => (await (await call('GET /api/publish')).json()).pending).toBeUndefined()
  expect(await product.end('SIGTERM')).toBe(0)
  expect(await newestLease(bucket)).toMatchObject({ isReleased: true })
  expect(existsSync(join(product.dataDir, 'conference.db-wal'))).toBe(false)
})
