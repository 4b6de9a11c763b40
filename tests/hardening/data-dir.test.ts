import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { register } from '../reliability/visitors.ts'
import { command } from '../support/commands.ts'
import { isFull } from '../support/full.ts'
import { admin, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { askAddress, openUpload, video } from './uploading.ts'

test('a second server refuses to start on the data folder of a running server', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  const session = await openSession(product)
  const { uploadURL } = await askAddress(product, session, 'charla.mp4')
  const sent = openUpload(product, uploadURL, session)
  const answered = new Promise<number>((resolve) => sent.on('response', ({ statusCode }) => resolve(statusCode ?? 0)))
  const [first, ...rest] = [...video(30)]
  sent.write(first)
  // Keeps sending while the second server starts, because the first server ends an upload that stands still.
  const goingOn = setInterval(() => rest.length > 1 && sent.write(rest.shift()), 2000)
  onTestFinished(() => clearInterval(goingOn))

  const second = startProduct({ DATA_DIR: product.dataDir })
  await expect(second).rejects.toThrow(/está en uso por el proceso/)
  const said = String(await second.catch(String))
  expect(said).toContain(`${product.dataDir} está en uso por el proceso ${product.pid()} de la máquina ${hostname()}, desde 20`)
  expect(said).not.toMatch(/\.ts:|\.js:|at \w+ \(/)

  clearInterval(goingOn)
  for (const piece of rest) sent.write(piece)
  sent.end()
  expect(await answered).toBe(201)
  expect(await register(product, 'jose@ejemplo.gt')).toBe(201)
})

test.runIf(isFull)('a server starts again after a kill', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  for (let round = 0; round < 3; round++) await product.restart('SIGKILL')
  expect(await register(product, 'jose@ejemplo.gt')).toBe(201)
})

test.runIf(isFull)('refuses to restore a backup while the server runs', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  const client = await signedIn(product.origin, admin)
  const into = join(temporaryDir(), 'copia')
  expect(await command('backup', product.dataDir)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Respaldo verificado'),
  })
  expect((await command('admin', product.dataDir, ['otra@ejemplo.gt', admin.password])).code).toBe(0)
  expect((await command('export', product.dataDir, [into])).code).toBe(0)
  expect((await command('uploads-clean', product.dataDir, ['--delete'])).code).toBe(0)
  const [name = ''] = readdirSync(join(product.dataDir, 'backups'))
  const restored = await command('restore', product.dataDir, [join(product.dataDir, 'backups', name)])
  expect(restored).toEqual({ code: 1, said: expect.stringContaining('el servidor está en marcha; detenlo primero') })
  expect((await client('GET /api/hero')).status).toBe(200)
})
