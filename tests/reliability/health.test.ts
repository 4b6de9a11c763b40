import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { command } from '../support/commands.ts'
import { isFull, some } from '../support/full.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { bareStart } from './bare-start.ts'
import { fill, removeDisk, smallDisk } from './small-disk.ts'
import { register } from './visitors.ts'

type Asked = Pick<Product, 'origin'>

/** Returns the status and error of /api/ready, after the previous result has expired. */
async function ready({ origin }: Asked): Promise<[number, string | undefined]> {
  await wait(1100)
  const answer = await fetch(`${origin}/api/ready`)
  return [answer.status, (await answer.json()).error]
}

const page = async ({ origin }: Asked) => (await fetch(origin)).text()

async function running(dataDir?: string): Promise<Product> {
  const product = await startProduct(dataDir ? { DATA_DIR: dataDir } : {})
  onTestFinished(product.discard)
  expect(await register(product, 'primera@ejemplo.gt')).toBe(201)
  expect(await ready(product)).toEqual([200, undefined])
  return product
}

const database = ({ dataDir }: Pick<Product, 'dataDir'>) => join(dataDir, 'conference.db')

/** Overwrites a file with nonsense from this byte on. */
function spoil(file: string, from: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, bytes.length)
  writeFileSync(file, bytes)
}

describe('the readiness check reports reasons that prevent registrations', () => {
  test.runIf(isFull)('reports not ready while another process locks the database', async () => {
    const product = await running()
    const other = new Database(database(product))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    expect(await ready(product)).toEqual([503, 'La base de datos está bloqueada por otro proceso.'])
    other.exec('ROLLBACK')
    expect(await ready(product)).toEqual([200, undefined])
  })

  test.each(
    some(
      [
        ['its head', 0],
        ['all but its head', 4096],
      ] as const,
      1,
    ),
  )('reports not ready after the database was damaged: %s', async (_, from) => {
    const product = await running()
    const other = new Database(database(product))
    other.pragma('wal_checkpoint(TRUNCATE)')
    other.close()
    spoil(database(product), from)
    expect(await ready(product)).toEqual([503, 'La base de datos está dañada, o su disco falla.'])
    expect(await register(product, 'perdida@ejemplo.gt')).toBe(503)
  })

  test.runIf(isFull)('answers registrations and saves with 503 while the database file is missing', async () => {
    const product = await running()
    const client = await signedIn(product.origin, admin)
    expect((await client('PUT /api/hero', { subtitle: 'Antes' })).status).toBe(200)
    renameSync(database(product), `${database(product)}.old`)
    // Waits until the server's last check of the file is too old.
    await expect.poll(() => register(product, 'perdida@ejemplo.gt')).toBe(503)
    const form = {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ana', email: 'ana@ejemplo.gt' }),
      redirect: 'manual',
    } as const
    const page = await fetch(`${product.origin}/api/registrations`, form)
    expect([page.status, page.headers.get('Content-Type')]).toEqual([503, expect.stringContaining('text/html')])
    expect((await client('PUT /api/hero', { subtitle: 'Perdido' })).status).toBe(503)
  })

  test.runIf(isFull)('reports not ready after the database file was removed or replaced', async () => {
    const product = await running()
    renameSync(database(product), `${database(product)}.old`)
    expect(await ready(product)).toEqual([503, 'El archivo de la base de datos ya no está en su lugar.'])
    writeFileSync(database(product), readFileSync(`${database(product)}.old`))
    expect(await ready(product)).toEqual([503, 'El archivo de la base de datos ya no está en su lugar.'])
  })

  test.runIf(isFull)('reports not ready if the database is read-only (skipped without chattr)', async ({ skip }) => {
    const product = await running()
    const files = ['', '-wal', '-shm'].map((ending) => database(product) + ending)
    if (spawnSync('chattr', ['+i', ...files]).status !== 0) skip()
    const asked = await ready(product)
    spawnSync('chattr', ['-i', ...files])
    expect(asked).toEqual([503, 'La base de datos es de solo lectura: no se puede escribir en su archivo o en su disco.'])
    expect(await ready(product)).toEqual([200, undefined])
  })
})

const disk = smallDisk(32)
if (disk) removeDisk(disk)

describe.skipIf(!disk)('on test disks (skipped if none can be mounted)', () => {
  function mounted(): string {
    const path = smallDisk(32) ?? ''
    onTestFinished(() => removeDisk(path))
    return path
  }

  test('reports not ready on a full disk, and ready once the disk has space again', async () => {
    const path = mounted()
    const product = await running(join(path, 'data'))
    const { free } = fill(path)
    expect(await ready(product)).toEqual([503, 'El disco del servidor está lleno.'])
    free()
    expect(await ready(product)).toEqual([200, undefined])
  })

  test.runIf(isFull)('on an almost full disk, registrations are refused and a save is still published', async () => {
    const path = mounted()
    const product = await running(join(path, 'data'))
    const client = await signedIn(product.origin, admin)
    const { free } = fill(path, 5 * 1024 * 1024)
    expect(await register(product, 'tarde@ejemplo.gt')).toBe(503)
    expect((await ready(product))[0]).toBe(503)
    const saved = await client('PUT /api/hero', { subtitle: 'El disco está casi lleno' })
    expect([saved.status, saved.headers.get('X-Publish-Error')]).toEqual([200, null])
    expect(await page(product)).toContain('El disco está casi lleno')
    free()
    expect(await register(product, 'tarde@ejemplo.gt')).toBe(201)
  })

  test.runIf(isFull).each(['SIGKILL', 'SIGTERM'] as const)(
    'after %s, a server that starts on a full disk serves the old page',
    async (signal) => {
      const path = mounted()
      const dataDir = join(path, 'data')
      const product = await running(dataDir)
      const client = await signedIn(product.origin, admin)
      await client('PUT /api/hero', { subtitle: 'Antes de que se llenara' })
      const before = await page(product)
      const { free } = fill(path)
      await client('PUT /api/hero', { subtitle: 'Quizá guardado, nunca publicado' })
      expect(await page(product)).toBe(before)
      await product.end(signal)

      const again = await bareStart(dataDir)
      expect([again.hasEnded(), again.said()]).toEqual([false, expect.stringContaining('Sitio:')])
      expect(await page(again)).toBe(before)
      expect(await ready(again)).toEqual([503, 'El disco del servidor está lleno.'])
      expect(await register(again, 'segunda@ejemplo.gt')).toBe(503)
      free()
      expect(await register(again, 'segunda@ejemplo.gt')).toBe(201)
      // The server tries to publish again every 30 seconds.
      await expect.poll(async () => (await ready(again))[0], { timeout: 90_000 }).toBe(200)
      // The server has released the lock, so other processes can use the database.
      expect(await command('backup', dataDir, [join(temporaryDir(), 'copia')])).toMatchObject({ code: 0 })
    },
  )

  test.runIf(isFull)('a server started on a read-only disk ends and names the file that it cannot write', async () => {
    const path = mounted()
    const dataDir = join(path, 'data')
    await (await running(dataDir)).end()
    expect(spawnSync('mount', ['-o', 'remount,ro', path]).status).toBe(0)
    const again = await bareStart(dataDir)
    expect([again.hasEnded(), again.said()]).toEqual([true, expect.stringMatching(/no se puede escribir.*solo lectura/)])
    expect(again.said()).toContain(dataDir)
    expect(again.said()).not.toMatch(/at \w+ \(|node:/)
  })
})

const damages: [string, (file: string) => void][] = [
  ['all but its head is nonsense', (file) => spoil(file, 4096)],
  ['it was emptied', (file) => truncateSync(file, 0)],
  ['its head is nonsense', (file) => spoil(file, 0)],
  ['half of it is missing', (file) => truncateSync(file, 40_000)],
]

test.each(some(damages, 1))(
  'a server started with a damaged database ends and keeps the published files: %s',
  async (_, damage) => {
    const product = await running()
    await product.end()
    const published = join(product.dataDir, 'www/index.html')
    const before = readFileSync(published, 'utf8')
    damage(database(product))
    rmSync(`${database(product)}-wal`, { force: true })
    const again = await bareStart(product.dataDir)
    expect([again.hasEnded(), again.said()]).toEqual([true, expect.stringContaining(database(product))])
    expect(again.said()).toMatch(/está dañada; restaura un respaldo/)
    expect(again.said()).not.toMatch(/at \w+ \(|node:/)
    expect(readFileSync(published, 'utf8')).toBe(before)
  },
)
