import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn, send } from '../hardening/client.ts'
import { upload, video } from '../hardening/uploading.ts'
import { sharedBrowser } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { isInstalled, startFront } from '../support/fronts.ts'
import { islandsReady, newVisitor } from '../support/pages.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openSession, type Session } from '../support/session.ts'

const run = promisify(execFile)
const browser = await sharedBrowser()

let product: Product
let session: Session
let folder: string
const port = await freePort()
/** The address of the host that serves the export. */
const origin = `http://localhost:${port}`

const exportTo = (target: string) =>
  run(process.execPath, [join(import.meta.dirname, '../../scripts/export.ts'), target], {
    env: { ...process.env, DATA_DIR: product.dataDir, PUBLIC_ORIGIN: origin },
  })

const served = (path: string, headers = {}) => send({ origin: product.processOrigin }, `GET ${path}`, { headers })

const putHero = (json: object) => send({ origin: product.processOrigin }, 'PUT /api/hero', { headers: session, json })

beforeAll(async () => {
  product = await startProduct({ PUBLIC_ORIGIN: origin, TRUST_PROXY: '1' }, null)
  session = { ...(await openSession(product)), Origin: origin }
  folder = join(await mkdtemp(join(tmpdir(), 'conferencia-export-')), 'site')
  expect((await upload(product, session, 'video.mp4', Buffer.concat([...video(1)]))).status).toBe(201)
  expect((await putHero({ location: 'Teatro Nacional' })).status).toBe(200)
  await exportTo(folder)
})

afterAll(async () => {
  await product?.discard()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

test('every exported file equals the response of the server', async () => {
  const all = filesIn(folder).filter((name) => name !== '_headers')
  const names = all.filter((name) => !/\.(br|gz)$/.test(name))
  expect(names).toContain('agenda.ics')
  expect(names.filter((name) => name.startsWith('public-objects/'))).toHaveLength(1)
  for (const name of names) {
    const path = name === '404.html' ? '/no-existe' : `/${name.replace(/(^|\/)index\.html$/, '')}`
    expect([name, (await served(path)).bytes.equals(await readFile(join(folder, name)))]).toEqual([name, true])
    if (!all.includes(`${name}.gz`)) continue
    // The server compresses pages after it has published them. An export waits for the compression.
    for (const [encoding, ending] of [
      ['gzip', 'gz'],
      ['br', 'br'],
    ]) {
      const exported = await readFile(join(folder, `${name}.${ending}`))
      const isServed = async () => (await served(path, { 'Accept-Encoding': encoding })).bytes.equals(exported)
      await expect.poll(isServed, { message: `${name}.${ending}` }).toBe(true)
    }
  }
})

test('refuses to export into a folder with other files, with exit code 1', async () => {
  const refused = exportTo(join(import.meta.dirname, '../../docs'))
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no está vacía') })
})

test.skipIf(!isInstalled('nginx'))('visitors can register on exported pages on another host (needs nginx)', async () => {
  const front = await startFront('nginx', {
    port,
    root: folder,
    api: product.processOrigin.replace('http://localhost', '127.0.0.1'),
  })
  try {
    const { page, complaints } = await newVisitor(browser, origin)
    await page.goto('/')
    await page.getByText('Teatro Nacional').first().waitFor()
    await islandsReady(page)
    const form = page.getByRole('region', { name: 'Regístrate y reserva tu espacio' })
    await form.getByLabel('Nombre completo').fill('Ana López')
    await form.getByLabel('Email').fill('ana@ejemplo.gt')
    await form.getByLabel('Teléfono').fill('+502 4444 5555')
    await form.getByRole('button', { name: 'Confirmar Registro' }).click()
    await form.getByText('¡Registro exitoso! Te contactaremos pronto.').waitFor()
    expect(complaints).toEqual([])

    // Changes appear with the next export.
    expect((await putHero({ location: 'Parque Central' })).status).toBe(200)
    const shown = async () => (await send({ origin }, 'GET /')).body.includes('Parque Central')
    expect(await shown()).toBe(false)
    await exportTo(folder)
    expect(await shown()).toBe(true)
  } finally {
    await front.stop()
  }
})
