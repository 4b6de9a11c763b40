import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addItem } from '../../data/testing.ts'
import { createTestApp, wholePage } from '../testing.ts'
import { coalesced, isPieceOver, oncePerTurn, othersFirst } from './timing.ts'

function slowWork() {
  const running: ((result: number) => void)[] = []
  const work = { started: 0, atOnce: 0, finishOne: () => running[0]?.(work.started) }
  const run = async () => {
    work.started += 1
    const { promise, resolve } = Promise.withResolvers<number>()
    running.push(resolve)
    work.atOnce = Math.max(work.atOnce, running.length)
    return promise.finally(() => running.splice(running.indexOf(resolve), 1))
  }
  return { work, run }
}

/** Calls `publish` five times at once, and ends the runs one after the other. */
async function fiveAtOnce(publish: () => Promise<number>, finishOne: () => void): Promise<number[]> {
  const all = Promise.all([1, 2, 3, 4, 5].map(() => publish()))
  let isOver = false
  void all.then(() => {
    isOver = true
  })
  while (!isOver) {
    finishOne()
    await Promise.resolve()
  }
  return all
}

test('coalesced() runs one call at a time, and all waiting calls share the next run', async () => {
  const { work, run } = slowWork()
  const results = await fiveAtOnce(coalesced(run), work.finishOne)
  expect({ started: work.started, atOnce: work.atOnce }).toEqual({ started: 2, atOnce: 1 })
  expect(results).toEqual([1, 2, 2, 2, 2])
})

test('positive control: without coalesced() five calls run at once', async () => {
  const { work, run } = slowWork()
  await fiveAtOnce(run, work.finishOne)
  expect({ started: work.started, atOnce: work.atOnce }).toEqual({ started: 5, atOnce: 5 })
})

test("calls to coalesced() from a run's end until the next run share that next run", async () => {
  const { work, run } = slowWork()
  const publish = coalesced(run)
  const first = publish()
  const third = first.then(() => publish())
  const all = Promise.all([publish(), third])
  let isOver = false
  void all.then(() => {
    isOver = true
  })
  while (!isOver) {
    work.finishOne()
    await Promise.resolve()
  }
  expect({ started: work.started, atOnce: work.atOnce }).toEqual({ started: 2, atOnce: 1 })
})

test('each of several successive calls to coalesced() causes one run', async () => {
  let runs = 0
  const publish = coalesced(async () => ++runs)
  expect([await publish(), await publish(), await publish()]).toEqual([1, 2, 3])
})

test('a run of coalesced() that fails does not prevent the next run', async () => {
  let runs = 0
  const publish = coalesced(async () => (++runs === 1 ? Promise.reject(new Error('first')) : runs))
  expect(await Promise.allSettled([publish(), publish()])).toEqual([
    { status: 'rejected', reason: new Error('first') },
    { status: 'fulfilled', value: 2 },
  ])
})

test('a save during a publish is answered only once it is on the page', async () => {
  const app = await createTestApp()
  let homePages = 0
  app.pages.render = (path, data) => {
    if (path === '/') homePages += 1
    return wholePage(path, data)
  }
  const answers = ['a', 'b', 'c', 'd'].map((name) => {
    addItem(app.db, 'scenarios', { name })
    return app.publisher.publish()
  })
  expect((await Promise.all(answers)).map(({ revision }) => revision)).toEqual([1, 4, 4, 4])
  expect(homePages).toBe(2)
})

test('long work lets other requests run even after the clock jumps', async () => {
  let jumped = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (jumped += 10_000))
  onTestFinished(() => clock.mockRestore())
  await wait(20)
  await othersFirst()
  clock.mockRestore()
  // Blocks the thread. During a wait, other work would begin a new piece.
  const began = performance.now()
  while (performance.now() - began < 15);
  expect(isPieceOver()).toBe(true)
})

test('oncePerTurn() runs once in a turn of the event loop, and again in the next turn', async () => {
  let runs = 0
  const count = oncePerTurn(() => ++runs)
  expect([count(), await Promise.resolve().then(count)]).toEqual([1, 1])
  await nextTurn()
  expect(count()).toBe(2)
})
