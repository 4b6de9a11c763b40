import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '../../api/store/bucket.ts'
import { readOwnLease } from '../../api/store/lease.ts'
import { temporaryDir } from '../../data/testing.ts'
import { findLitestream } from '../../scripts/litestream.ts'
import { openConnection, registrationRequest } from '../reliability/connection.ts'
import { readDatabase } from '../reliability/visitors.ts'
import { command } from '../support/commands.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'
import { organiserOf } from '../support/session.ts'
import { realStore } from './bucket.ts'
import { type Machine, startMachine } from './machine.ts'
import { storeEnv } from './service.ts'
import { startTrouble } from './trouble.ts'

const real = await realStore()
const litestream = findLitestream()
if (!litestream) console.warn('Skipped: litestream is neither on the PATH nor where Go installs it.')
const it = test.runIf(real && litestream)
const rounds = Number(process.env.ROUNDS ?? 20)
const relays = Math.min(rounds, 10)

/** Each round has its own prefix, so that its machines are a pair of their own. */
function envOf(name: string): Record<string, string> {
  if (!real) return {}
  return storeEnv({ ...real.config, prefix: `${real.config.prefix}${name}/` })
}

/** An accepted registration. `at` is the time in milliseconds of this process. */
type Accepted = { email: string; at: number }

/** Registers 500 visitors a second until it is stopped or the machine is lost. */
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

/** Kills a machine under load, and restores another from the bucket by hand. */
async function loseOne(round: number): Promise<Round> {
  const name = `ronda-${round}`
  const first = await onNewMachine(name)
  await first.ready()
  const load = registerSteadily(first.origin, name)
  // The moment differs in each round, to meet different steps of Litestream.
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

it(`losing a server ${rounds} times under load loses at most the last second of data`, async () => {
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

it('without Litestream, losing a server loses only the data since the last backup', async () => {
  const env = envOf('sin-replica')
  const product = await startProduct(env)
  onTestFinished(product.discard)
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

it('a standby server takes over without help, and then the old server does not write', async () => {
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

  // The lost machine still has its database with the lost registrations. It must not write to the bucket.
  const bucket = openBucket({ ...real.config, prefix: `${real.config.prefix}${name}/` })
  const back = startMachine(first.dataDir, await freePort(), envOf(name))
  await expect.poll(back.log).toMatch(/waiting: .+ serves(.|\n)*$/)
  await wait(2000)
  expect(await fetch(back.origin).catch(() => null)).toBeNull()
  const leases = (await bucket.list('private/lease/')).map(({ key }) => key)
  expect(leases).toHaveLength(2)
  await back.lose()
  // Started alone, the lost machine ends and prints the reason.
  await expect(startProduct({ ...envOf(name), DATA_DIR: first.dataDir })).rejects.toThrow('tomó el relevo')
  expect(second.log()).not.toContain('Este proceso termina')
  await second.lose()
})

const title = 'Días de la Red'
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** Starts two machines with one bucket. The first serves a page, and the second waits. */
async function pairOf(name: string) {
  const first = await onNewMachine(name)
  await first.ready()
  const call = await organiserOf(first)
  await call('PUT /api/hero', { title })
  const second = await onNewMachine(name)
  await expect.poll(second.log).toContain('waiting')
  return { serving: first, waiting: second }
}

/** Starts the lost machine again. It waits. */
async function again(lost: Machine, name: string): Promise<Machine> {
  const started = startMachine(lost.dataDir, await freePort(), envOf(name))
  await expect
    .poll(() => started.log().split('"msg":"waiting').length)
    .toBeGreaterThan(lost.log().split('"msg":"waiting').length - 1)
  return started
}

/** Reads pages until it is stopped. Returns the pages that are not the conference's. */
function watchPage(origin: string) {
  const wrong: string[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const page = await fetch(origin).then(
        (answer) => (answer.ok ? answer.text() : title),
        () => title,
      )
      if (!page.includes(title)) wrong.push(page.slice(0, 200))
      await wait(20)
    }
  })()
  return {
    wrong,
    stop: async () => {
      isStopped = true
      await done
    },
  }
}

it(`losing a server ${relays} times, even during takeovers, loses at most a second`, async () => {
  const name = 'perdidas'
  let { serving, waiting } = await pairOf(name)
  const kept: string[] = []
  const table: { accepted: number; lost: number; rpo: number; rto: number; isTwice: boolean }[] = []
  for (let round = 0; round < relays; round++) {
    const load = registerSteadily(serving.origin, `perdida-${round}`)
    await wait(3000 + Math.random() * 3000)
    const lostAt = performance.now()
    await serving.lose()
    await load.stop()
    const isTwice = round % 2 === 1
    if (isTwice) {
      const takings = waiting.log().split('taking over').length
      await expect.poll(() => waiting.log().split('taking over').length, { interval: 20 }).toBeGreaterThan(takings)
      await wait(Math.random() * 4000)
      await waiting.lose()
      // systemd would restart it too.
      waiting = startMachine(waiting.dataDir, Number(new URL(waiting.origin).port), envOf(name))
    }
    const page = watchPage(waiting.origin)
    await waiting.ready()
    const rto = performance.now() - lostAt
    await page.stop()
    expect(page.wrong).toEqual([])
    const { stored, integrity } = readDatabase(waiting)
    expect(integrity).toBe('ok')
    const missing = load.accepted.filter(({ email }) => !stored.has(email))
    const rpo = Math.max(0, lostAt - Math.min(lostAt, ...missing.map(({ at }) => at)))
    table.push({ accepted: load.accepted.length, lost: missing.length, rpo, rto, isTwice })
    kept.push(...load.accepted.filter(({ email }) => stored.has(email)).map(({ email }) => email))
    expect(kept.filter((email) => !stored.has(email))).toEqual([])
    ;[serving, waiting] = [waiting, await again(serving, name)]
  }
  await Promise.all([serving.lose(), waiting.lose()])
  const rows = table.map(({ accepted, lost, rpo, rto, isTwice }, index) => {
    return `${index + 1}${isTwice ? ' (both)' : ''} | ${accepted} | ${lost} | ${rpo.toFixed(0)} | ${seconds(rto)}`
  })
  const once = table.filter(({ isTwice }) => !isTwice).map(({ rto }) => rto)
  console.log(
    ['round | acknowledged | lost | RPO ms | RTO s', ...rows, `median of those once: ${seconds(median(once))} s`].join('\n'),
  )
  for (const { rpo, accepted } of table) {
    expect(rpo).toBeLessThanOrEqual(1000)
    expect(accepted).toBeGreaterThan(100)
  }
  expect(median(once)).toBeLessThanOrEqual(30_000)
})

it(`stopping servers ${relays} times under load loses no data`, async () => {
  const name = 'paradas'
  let { serving, waiting } = await pairOf(name)
  const kept: string[] = []
  const table: { accepted: number; lost: number; stop: number; handover: number }[] = []
  for (let round = 0; round < relays; round++) {
    // Waits until the compression after the start has ended.
    await wait(10_000)
    const load = registerSteadily(serving.origin, `parada-${round}`)
    await wait(2000 + Math.random() * 2000)
    const toldAt = performance.now()
    const stopped = serving.stop()
    await wait(500)
    await load.stop()
    expect(await stopped).toBe(0)
    const stop = performance.now() - toldAt
    await waiting.ready()
    const handover = performance.now() - toldAt
    const { stored } = readDatabase(waiting)
    kept.push(...load.accepted.map(({ email }) => email))
    const lost = kept.filter((email) => !stored.has(email)).length
    table.push({ accepted: load.accepted.length, lost, stop, handover })
    ;[serving, waiting] = [waiting, await again(serving, name)]
  }
  await Promise.all([serving.lose(), waiting.lose()])
  const rows = table.map(({ accepted, lost, stop, handover }, index) => {
    return `${index + 1} | ${accepted} | ${lost} | ${seconds(stop)} | ${seconds(handover)}`
  })
  const worst = median(table.map(({ handover }) => handover))
  console.log(['round | acknowledged | lost | ended s | other serves s', ...rows, `median: ${seconds(worst)} s`].join('\n'))
  expect(table.map(({ lost }) => lost)).toEqual(table.map(() => 0))
  expect(worst).toBeLessThanOrEqual(5000)
})

it('after a takeover, a server that wakes without object store refuses registrations', async () => {
  if (!real) return
  const name = 'dormida'
  const trouble = await startTrouble(real.config.endpoint)
  const first = startMachine(join(temporaryDir(), 'data'), await freePort(), { ...envOf(name), S3_ENDPOINT: trouble.endpoint })
  await first.ready()
  await (await organiserOf(first))('PUT /api/hero', { title })
  const second = await onNewMachine(name)
  await expect.poll(second.log).toContain('waiting')
  await expect.poll(() => readOwnLease(first.dataDir)?.hasStandby).toBe(true)
  first.signal('SIGSTOP')
  trouble.state.isDown = true
  await second.ready()
  // The machine is paused, so these requests wait in its socket.
  const load = registerSteadily(first.origin, name)
  await wait(1000)
  first.signal('SIGCONT')
  await wait(5000)
  await load.stop()
  expect(load.accepted).toEqual([])
  trouble.state.isDown = false
  await first.ended()
  const bucketed = registerSteadily(second.origin, `${name}-otra`)
  await wait(1000)
  await bucketed.stop()
  expect(bucketed.accepted.length).toBeGreaterThan(100)
  await second.lose()
})
