import { randomUUID } from 'node:crypto'
import { existsSync, openSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { createClient, signedIn } from '../../demo/client.ts'
import { isFull, rounds } from '../support/full.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { bareStart } from './bare-start.ts'
import { report } from './report.ts'
import { fill, removeDisk, smallDisk } from './small-disk.ts'
import { readDatabase, register } from './visitors.ts'

const disk = smallDisk()
const doorDisk = smallDisk(48)

/** Registers with a long comment. Returns the status, or the seconds of Retry-After for a 503. */
async function registerAtLength({ origin }: Product, email: string): Promise<string | null> {
  const answer = await createClient(origin)('POST /api/registrations', { name: 'José', email, comments: 'x'.repeat(1500) })
  return answer.status === 503 ? answer.headers.get('Retry-After') : `${answer.status}`
}

test.skipIf(!disk)(
  'once a full disk has space again, stores registrations (skipped without mounts)',
  async () => {
    const path = disk ?? ''
    onTestFinished(() => removeDisk(path))
    const product = await startProduct({ DATA_DIR: join(path, 'data') })
    onTestFinished(product.discard)
    const client = await signedIn(product.origin, admin)
    const page = async () => (await fetch(product.origin)).text()
    const accepted: string[] = []
    const lost: string[] = []
    const amount = rounds(1, 20)
    for (let round = 0; round < amount; round++) {
      const email = `${round}@ejemplo.gt`
      if ((await register(product, email)) === 201) accepted.push(email)
      const before = await page()
      const { free } = fill(path)
      expect(statfsSync(path).bavail).toBe(0)

      // The database's log may still have reserved space, and registrations are stored until it is used up.
      let answer: string | null = '201'
      for (let number = 0; answer === '201'; number++) {
        expect(number).toBeLessThan(5000)
        answer = await registerAtLength(product, `${round}-${number}@ejemplo.gt`)
        if (answer === '201') accepted.push(`${round}-${number}@ejemplo.gt`)
      }
      expect(answer).toMatch(/^\d+$/)
      expect(Number(answer)).toBeLessThanOrEqual(60)
      expect(await page()).toBe(before)
      const saved = await client('PUT /api/hero', { subtitle: `Disco lleno ${round}` })
      const told = saved.headers.get('X-Publish-Error')
      // Either the revision or the page did not fit on the disk.
      expect(saved.status === 503 || decodeURIComponent(told ?? '') === 'el disco del servidor está lleno').toBe(true)
      expect(await page()).toBe(before)

      free()
      if ((await register(product, `${round}-after@ejemplo.gt`)) === 201) accepted.push(`${round}-after@ejemplo.gt`)
      else lost.push(`round ${round}: no registration after there was room again`)
      await client('PUT /api/hero', { subtitle: `Con espacio ${round}` })
      if (!(await page()).includes(`Con espacio ${round}`)) lost.push(`round ${round}: the page`)
    }
    await product.end()
    const { stored, integrity } = readDatabase(product)
    expect(integrity).toBe('ok')
    lost.push(...accepted.filter((email) => !stored.has(email)))
    report({ what: `full disks (${accepted.length} registrations accepted)`, tried: amount, lost: lost.length })
    expect(lost).toEqual([])
    expect(existsSync(join(path, 'filler'))).toBe(false)
  },
  10 * 60_000,
)

test.skipIf(!isFull || !doorDisk)(
  'arrivals at the door leave disk space for registrations (skipped without mounts)',
  async () => {
    const path = doorDisk ?? ''
    onTestFinished(() => removeDisk(path))
    const product = await startProduct({ DATA_DIR: join(path, 'data') })
    onTestFinished(product.discard)
    const client = await signedIn(product.origin, admin)
    await client('PUT /api/hero', { eventDate: new Date().toISOString() })
    const sent = async () => {
      const at = new Date().toISOString()
      const arrivals = [{ id: randomUUID(), registration: randomUUID(), at }]
      const answers = [
        await client('POST /api/door/arrivals', { device: 'a', arrivals }),
        await client('POST /api/door/walk-in', { id: randomUUID(), name: 'Luis', at }),
      ]
      return answers.map(({ status, headers }) => [status, headers.has('Retry-After')])
    }
    const { free } = fill(path, 12 * 1024 * 1024)
    expect(await sent()).toEqual([
      [503, true],
      [503, true],
    ])
    expect(await register(product, 'ana@ejemplo.gt')).toBe(201)
    free()
    expect(await sent()).toEqual([
      [200, false],
      [201, false],
    ])
  },
)

const next = {
  name: 'La siguiente',
  eventDate: '2099-11-20',
  keep: { speakers: true, partners: true, texts: true, registrations: 'apart' },
}

test.skipIf(!disk || !isFull)('ending an edition on a full disk reports the right result (skipped without mounts)', async () => {
  const path = smallDisk(32) ?? ''
  onTestFinished(() => removeDisk(path))
  const product = await startProduct({ DATA_DIR: join(path, 'data') })
  onTestFinished(product.discard)
  const client = await signedIn(product.origin, admin)
  expect(await register(product, 'ana@ejemplo.gt')).toBe(201)
  const years = async () => (await (await client('GET /api/editions')).json()).length
  const full = async (line: string, body?: object) => {
    const { free } = fill(path)
    const { status } = await client(line, body)
    free()
    return status
  }
  // The edition's files need more space than the log has reserved.
  expect([await full('POST /api/editions', next), await years()]).toEqual([503, 0])
  expect([(await client('POST /api/editions', next)).status, await years()]).toEqual([201, 1])
  const undone = await full('POST /api/editions/undo')
  expect([undone, await years()]).toEqual(undone === 200 ? [200, 0] : [503, 1])
  if (undone !== 200) expect((await client('POST /api/editions/undo')).status).toBe(200)
  expect([(await client('POST /api/editions', next)).status, await years()]).toEqual([201, 1])
})

test.skipIf(!isFull || !existsSync('/dev/full'))('the server keeps running if its log cannot be written', async () => {
  const product = await bareStart(join(temporaryDir(), 'data'), {}, openSync('/dev/full', 'w'))
  expect(product.hasEnded()).toBe(false)
  const client = createClient(product.origin)
  for (const name of ['Ana', 'Berta']) {
    const answer = await client('POST /api/registrations', { name, email: `${name}@ejemplo.gt` })
    expect(answer.status).toBe(201)
  }
  expect(await product.end()).toBe(0)
})
