import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '../../api/store/bucket.ts'
import { temporaryDir } from '../../data/testing.ts'
import { findLitestream } from '../../scripts/litestream.ts'
import { openConnection, registrationRequest } from '../reliability/connection.ts'
import { readDatabase } from '../reliability/visitors.ts'
import { command } from '../support/commands.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'
import { realStore } from './bucket.ts'
import { type Machine, startMachine } from './machine.ts'
import { storeEnv } from './service.ts'

const real = await realStore()
const litestream = findLitestream()
if (!litestream) console.warn('Skipped: litestream is neither on the PATH nor where Go installs it.')
const it = test.runIf(real && litestream)
const rounds = Number(process.env.ROUNDS ?? 20)

/** A prefix of its own for each round: another pair of machines. */
function envOf(name: string): Record<string, string> {
  if (!real) return {}
  return storeEnv({ ...real.config, prefix: `${real.config.prefix}${name}/` })
}

/** What was acknowledged, and when (milliseconds of this process). */
type Accepted = { email: string; at: number }

/** Registers 500 visitors a second, evenly, until told to stop or cut off. */
function registerSteadily(origin: string, name: string) {
  const accepted: Accepted[] = []
  let isStopped = false
  const done = (async () => {
    const connections = await Promise.all(Array.from({ length: 64 }, () => openConnection(origin)))
    const started = performance.now()
    for (let sent = 0; !isStopped; ) {
      const due = Math.floor((performance.now() - started) / 2)
      for (; sent < due; sent++) {
        const email = `${name}-${sent}@ejemplo.gt`
        const connection = connections[sent % connections.length]
        void connection?.send(registrationRequest(email)).then((head) => {
          if (head?.status === 201) accepted.push({ email, at: performance.now() })
        })
      }
      await wait(5)
    }
    for (const connection of connections) connection.close()
  })()
  return {
    accepted,
    stop: async () => {
      isStopped = true
      await done
    },
  }
}

async function onNewMachine(name: string): Promise<Machine> {
  return startMachine(join(temporaryDir(), 'data'), await freePort(), envOf(name))
}

type Round = { accepted: number; lost: number; rpo: number; rto: number; rate: number }

/** One machine is lost under load, and another is brought up from the bucket by hand. */
async function loseOne(round: number): Promise<Round> {
  const name = `ronda-${round}`
  const first = await onNewMachine(name)
  await first.ready()
  const load = registerSteadily(first.origin, name)
  // At ever other moments of Litestream's own rhythm.
  const lasting = 5000 + ((round * 379) % 2000)
  await wait(lasting)
  const killedAt = performance.now()
  await first.lose()
  await load.stop()

  const dataDir = join(temporaryDir(), 'data')
  const restored = await command('restore', dataDir, ['replica'], { ...envOf(name), AWS_CA_BUNDLE: '' })
  expect(restored, restored.said).toMatchObject({ code: 0 })
  const second = startMachine(dataDir, await freePort(), envOf(name))
  await second.ready()
  const rto = performance.now() - killedAt
  const { stored, integrity } = readDatabase({ dataDir })
  expect(integrity).toBe('ok')
  await second.lose()
  const lost = load.accepted.filter(({ email }) => !stored.has(email))
  const rpo = Math.max(0, killedAt - Math.min(killedAt, ...lost.map(({ at }) => at)))
  return { accepted: load.accepted.length, lost: lost.length, rpo, rto, rate: load.accepted.length / (lasting / 1000) }
}

it(`a machine lost under 500 registrations a second, ${rounds} times: brought up from the bucket elsewhere, at most the last second's are missing`, async () => {
  const table: Round[] = []
  for (let round = 1; round <= rounds; round++) table.push(await loseOne(round))
  const rows = table.map(({ accepted, lost, rpo, rto, rate }, index) => {
    return `${index + 1} | ${accepted} | ${rate.toFixed(0)} | ${lost} | ${rpo.toFixed(0)} | ${(rto / 1000).toFixed(1)}`
  })
  console.log(
    ['round | acknowledged | a second | lost | RPO ms | RTO s', '--- | --- | --- | --- | --- | ---', ...rows].join('\n'),
  )
  for (const { rpo, accepted } of table) {
    expect(rpo).toBeLessThanOrEqual(1000)
    expect(accepted).toBeGreaterThan(500)
  }
})

it('without Litestream what came after the last backup is missing, and no more', async () => {
  const env = envOf('sin-replica')
  const product = await startProduct(env)
  onTestFinished(product.stop)
  const before = registerSteadily(product.origin, 'antes')
  await wait(1500)
  await before.stop()
  expect((await command('backup', product.dataDir, [], env)).code).toBe(0)
  const after = registerSteadily(product.origin, 'despues')
  await wait(1500)
  await product.end('SIGKILL')
  await after.stop()
  const dataDir = join(temporaryDir(), 'data')
  expect(await command('restore', dataDir, ['s3'], env)).toMatchObject({ code: 0 })
  const { stored } = readDatabase({ dataDir })
  expect(before.accepted.filter(({ email }) => !stored.has(email))).toEqual([])
  expect(after.accepted.filter(({ email }) => stored.has(email))).toEqual([])
})

it('the second machine takes over by itself when the first is gone; the first, coming back, waits and writes nothing', async () => {
  if (!real) return
  const name = 'relevo'
  const first = await onNewMachine(name)
  await first.ready()
  const second = await onNewMachine(name)
  await expect.poll(second.log).toContain('waiting')
  const load = registerSteadily(first.origin, name)
  await wait(3000)
  const killedAt = performance.now()
  await first.lose()
  await load.stop()
  await second.ready()
  console.log(
    `a second machine that waited served ${((performance.now() - killedAt) / 1000).toFixed(0)} s after the first was lost`,
  )
  const stored = () => readDatabase(second).stored
  const lost = load.accepted.filter(({ email, at }) => at < killedAt - 1000 && !stored().has(email))
  expect(lost).toEqual([])

  // It has its database, and as many rows more as were lost; neither reaches the bucket.
  const bucket = openBucket({ ...real.config, prefix: `${real.config.prefix}${name}/` })
  const back = startMachine(first.dataDir, await freePort(), envOf(name))
  await expect.poll(back.log).toMatch(/waiting: .+ serves(.|\n)*$/)
  await wait(2000)
  expect(await fetch(back.origin).catch(() => null)).toBeNull()
  const leases = (await bucket.list('private/lease/')).map(({ key }) => key)
  expect(leases).toHaveLength(2)
  await back.lose()
  // Started on its own, it ends and says why.
  await expect(startProduct({ ...envOf(name), DATA_DIR: first.dataDir })).rejects.toThrow('tomó el relevo')
  expect(second.log()).not.toContain('Este proceso termina')
  await second.lose()
})
