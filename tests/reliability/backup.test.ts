import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { upload } from '../hardening/uploading.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { register, signedIn } from './client.ts'
import { report } from './report.ts'
import { isFull, rounds } from './rounds.ts'
import { readDatabase } from './visitors.ts'

const origin = { PUBLIC_ORIGIN: 'http://conferencia.localhost' }
const product = await sharedProduct()
const client = await signedIn(product)

const script = (name: string) => join(import.meta.dirname, '../../scripts', name)
const environment = (dataDir: string) => ({ ...process.env, ...origin, DATA_DIR: dataDir })

/** npm run backup -- `into`, while whatever runs goes on. Returns the backup's folder. */
async function backUp({ dataDir }: Pick<Product, 'dataDir'>, into: string): Promise<string> {
  await promisify(execFile)(process.execPath, [script('backup.ts'), into], { env: environment(dataDir) })
  const [name = ''] = readdirSync(into).toSorted().toReversed()
  return join(into, name)
}

/** npm run restore -- `from` into a DATA_DIR. Returns what it says. */
function restore(dataDir: string, from: string): string {
  return execFileSync(process.execPath, [script('restore.ts'), from], {
    env: environment(dataDir),
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

test(
  'a backup taken while visitors register and organisers save is whole, every time: what was accepted before it is in it',
  async () => {
    const into = temporaryDir()
    const amount = rounds(3, 25)
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
      restore(dataDir, from)
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

test('a backup restored elsewhere gives the same site byte for byte, its pictures included', async () => {
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
  expect(restore(dataDir, from)).toContain('Respaldo restaurado')

  const same = await startProduct({ DATA_DIR: dataDir, PUBLIC_ORIGIN: product.origin })
  onTestFinished(() => same.stop())
  const read = async ({ origin }: Product, path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())
  const card = /\/compartir-[\w-]+\.png/.exec((await read(product, '/')).toString())?.[0] ?? 'no card'
  for (const path of ['/', '/agenda.ics', '/sitemap.xml', card, picture.publicURL]) {
    expect((await read(same, path)).equals(await read(product, path)), path).toBe(true)
  }
})

test('restoring over a running server is refused, and changes nothing', async () => {
  const from = await backUp(product, temporaryDir())
  await client('PUT /api/hero', { subtitle: 'Después del respaldo' })
  expect(() => restore(product.dataDir, from)).toThrow('el servidor está en marcha; detenlo primero')
  await product.restart()
  expect(await (await fetch(product.origin)).text()).toContain('Después del respaldo')
})

test('the panel shows the newest backup', async () => {
  // Just started: by itself the server makes its first one some minutes later.
  const product = await startProduct()
  onTestFinished(product.stop)
  const client = await signedIn(product)
  expect(await (await client('GET /api/backups')).json()).toEqual({ last: null, error: null })
  execFileSync(process.execPath, [script('backup.ts')], { env: environment(product.dataDir) })
  const [name = ''] = readdirSync(join(product.dataDir, 'backups'))
  const proof = JSON.parse(readFileSync(join(product.dataDir, 'backups', name, 'proof.json'), 'utf8'))
  expect(await (await client('GET /api/backups')).json()).toEqual({
    last: { takenAt: proof.takenAt, bytes: proof.database.bytes, registrations: proof.rows.registrations },
    error: null,
  })
})
