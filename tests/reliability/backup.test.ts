import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { upload } from '../hardening/uploading.ts'
import { command } from '../support/commands.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { isFull, rounds } from '../support/full.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { report } from './report.ts'
import { readDatabase, register } from './visitors.ts'

const origin = { PUBLIC_ORIGIN: 'http://conferencia.localhost' }
const product = await sharedProduct()
const client = await signedIn(product.origin, admin)

/** Runs `npm run backup -- INTO` and returns the backup's folder. */
async function backUp({ dataDir }: Pick<Product, 'dataDir'>, into: string): Promise<string> {
  expect(await command('backup', dataDir, [into], origin)).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(into).toSorted().toReversed()
  return join(into, name)
}

/** Runs `npm run restore -- FROM` into a DATA_DIR. */
const restore = (dataDir: string, from: string) => command('restore', dataDir, [from], origin)

test(
  'a backup made under load contains all registrations accepted before the backup',
  async () => {
    const into = temporaryDir()
    const amount = rounds(1, 25)
    const accepted: string[] = []
    let isOver = false
    const load = Array.from({ length: 4 }, async (_, visitor) => {
      for (let number = 0; !isOver; number++) {
        const email = `${visitor}-${number}@ejemplo.gt`
        if ((await register(product, email)) === 201) accepted.push(email)
      }
    })
    const saving = (async () => {
      for (let number = 0; !isOver; number++) await client('PUT /api/hero', { subtitle: `Guardado ${number}` })
    })()

    const missing: string[] = []
    for (let round = 0; round < amount; round++) {
      const before = [...accepted]
      const from = await backUp(product, join(into, String(round)))
      const dataDir = temporaryDir()
      expect(await restore(dataDir, from)).toMatchObject({ code: 0 })
      const { stored } = readDatabase({ dataDir })
      missing.push(...before.filter((email) => !stored.has(email)))
    }
    isOver = true
    await Promise.all([...load, saving])
    report({
      what: `backups under load, restored (${accepted.length} registrations meanwhile)`,
      tried: amount,
      lost: missing.length,
    })
    expect(missing).toEqual([])
    expect(accepted.length).toBeGreaterThan(amount)
  },
  isFull ? 20 * 60_000 : 3 * 60_000,
)

test.runIf(isFull)('a backup restored on another machine gives an identical site, with its pictures', async () => {
  const picture = await upload(
    product,
    await openSession(product),
    'logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  const saved = await client('POST /api/partners', { name: 'Banco Maya', logo: picture.publicURL })
  expect(saved.status).toBe(201)
  const from = await backUp(product, temporaryDir())
  const dataDir = temporaryDir()
  expect(await restore(dataDir, from)).toEqual({ code: 0, said: expect.stringContaining('Respaldo restaurado') })

  const same = await startProduct({ DATA_DIR: dataDir, PUBLIC_ORIGIN: product.origin })
  onTestFinished(same.discard)
  const read = async ({ origin }: Product, path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())
  const card = /\/compartir-[\w-]+\.png/.exec((await read(product, '/')).toString())?.[0] ?? 'no card'
  for (const path of ['/', '/agenda.ics', '/sitemap.xml', card, picture.publicURL]) {
    expect((await read(same, path)).equals(await read(product, path)), path).toBe(true)
  }
})

test.runIf(isFull)('rejects restoring a backup over a running server, and changes nothing', async () => {
  const from = await backUp(product, temporaryDir())
  await client('PUT /api/hero', { subtitle: 'Después del respaldo' })
  expect(await restore(product.dataDir, from)).toEqual({
    code: 1,
    said: expect.stringContaining('el servidor está en marcha; detenlo primero'),
  })
  await product.restart()
  expect(await (await fetch(product.origin)).text()).toContain('Después del respaldo')
})

test.runIf(isFull)('the server reports that there is no backup, and later the newest backup', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  // Removes the first backup. The server itself makes another only a minute after its start.
  rmSync(join(product.dataDir, 'backups'), { recursive: true })
  const client = await signedIn(product.origin, admin)
  expect(await (await client('GET /api/backups')).json()).toEqual({ last: null, error: null })
  expect(await command('backup', product.dataDir, [], origin)).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(join(product.dataDir, 'backups'))
  const proof = JSON.parse(readFileSync(join(product.dataDir, 'backups', name, 'proof.json'), 'utf8'))
  expect(await (await client('GET /api/backups')).json()).toEqual({
    last: { takenAt: proof.takenAt, bytes: proof.database.bytes, registrations: proof.rows.registrations },
    error: null,
  })
})
