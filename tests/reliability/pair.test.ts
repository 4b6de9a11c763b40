import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestStore } from '../../api/store/testing.ts'
import { root } from '../../api/system/root.ts'
import { temporaryDir } from '../../data/testing.ts'
import { type Machine, startMachine } from '../s3/machine.ts'
import { storeEnv } from '../s3/service.ts'
import { command } from '../support/commands.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'
import { readDatabase, register } from './visitors.ts'

/** Hides Litestream, even if this machine has it. */
const noLitestream = { PATH: '/nowhere', GOPATH: '/nowhere' }

async function machine(env: Record<string, string>, dataDir = join(temporaryDir(), 'data')): Promise<Machine> {
  const started = startMachine(dataDir, await freePort(), env)
  onTestFinished(started.lose)
  return started
}

test('a server killed during a takeover completes the takeover at its next start', async () => {
  const store = await startTestStore()
  const env = { ...storeEnv(store.config), ...noLitestream }
  const first = await startProduct(env)
  onTestFinished(first.discard)
  expect(await register(first, 'ana@ejemplo.gt')).toBe(201)
  expect(await command('backup', first.dataDir, [], env)).toMatchObject({ code: 0 })
  expect(await first.end()).toBe(0)

  // The lease was released, so the next machine takes it at once. Errors of the store delay its restore until it is lost.
  store.trouble.status = 503
  store.trouble.key = store.keys().find((key) => key.endsWith('/conference.db'))
  const lost = await machine(env)
  await expect.poll(lost.log).toContain('this machine does not serve')
  await lost.lose()
  expect(existsSync(join(lost.dataDir, 'conference.db'))).toBe(false)
  await expect(startProduct({ ...env, DATA_DIR: lost.dataDir })).rejects.toThrow('quedó un relevo a medias')

  store.trouble.status = null
  const again = await machine(env, lost.dataDir)
  await again.ready()
  expect([...readDatabase(again).stored]).toEqual(['ana@ejemplo.gt'])
  expect(await register(again, 'eva@ejemplo.gt')).toBe(201)
})

test('closing the terminal stops the server first, then Litestream', async () => {
  const store = await startTestStore()
  const programs = temporaryDir()
  const fake = join(root, 'tests/reliability/fake-litestream.ts')
  chmodSync(fake, 0o755)
  symlinkSync(fake, join(programs, 'litestream'))
  symlinkSync(process.execPath, join(programs, 'node'))
  const PATH = `${programs}:/usr/bin:/bin`
  const one = await machine({ ...storeEnv(store.config), PATH, LITESTREAM_TELLS: store.config.endpoint })
  await one.ready()
  expect(await register(one, 'ana@ejemplo.gt')).toBe(201)
  // Signals the whole process group, as Ctrl-C does.
  process.kill(-one.pid, 'SIGINT')
  expect(await one.ended()).toBe(0)
  const told = store.asked.findIndex((call) => call.includes('ended-'))
  expect(store.asked[told]).toBe('GET /ended-0-log-0-SIGINT')
  const lease = 'private/lease/00000001.json'
  expect(JSON.parse(store.text(lease) ?? '')).toMatchObject({ isReleased: true })
  expect(store.asked.lastIndexOf(`PUT ${lease}`)).toBeGreaterThan(told)
  expect([...readDatabase(one).stored]).toEqual(['ana@ejemplo.gt'])
})
