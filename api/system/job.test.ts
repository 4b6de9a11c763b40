import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createJob, type Run } from './job.ts'
import { root } from './root.ts'

const hour = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Makes the random factor of each delay 1.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => {
    vi.useRealTimers()
    chance.mockRestore()
  })
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

type Options = Partial<Pick<Parameters<typeof createJob>[0], 'everyMs' | 'firstRunAfterMs' | 'firstBackoffMs'>>

/** Each run lasts until the test ends it or lets it fail. */
function slowJob(options: Options = {}) {
  const runs: { run: Run; end: () => void; fail: () => void }[] = []
  const seen = { atOnce: 0, most: 0, failures: [] as number[] }
  const work = async (run: Run) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ run, end: resolve, fail: () => reject(new Error('no')) })
    seen.most = Math.max(seen.most, ++seen.atOnce)
    await promise.finally(() => seen.atOnce--)
  }
  const job = createJob({ everyMs: hour, work, onError: (_, failures) => seen.failures.push(failures), ...options })
  onTestFinished(() => void job.stop())
  return { job, runs, seen, work }
}

function failingJob(options: Options = {}) {
  const state = { isFailing: true, ran: 0, failures: [] as number[], progresses: false }
  const job = createJob({
    everyMs: hour,
    onError: (_, failures) => state.failures.push(failures),
    work: ({ progressed }) => {
      state.ran += 1
      if (state.progresses) progressed()
      if (state.isFailing) throw new Error('no')
    },
    ...options,
  })
  onTestFinished(() => void job.stop())
  job.start()
  return { job, state }
}

test('a job runs at once, and then a fixed time after the end of each run', async () => {
  const { job, runs } = slowJob({ everyMs: 1000 })
  job.start()
  job.start()
  await pass(0)
  await pass(5000)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await pass(999)
  expect(runs).toHaveLength(1)
  await pass(1)
  expect(runs).toHaveLength(2)
})

test('the first run of a job can be delayed, and a running job can hasten the next run', async () => {
  const { job, runs } = slowJob({ everyMs: 1000, firstRunAfterMs: 60_000 })
  job.start()
  await pass(59_999)
  expect(runs).toHaveLength(0)
  await pass(1)
  for (const milliseconds of [500, 20, 70, 5000]) runs[0]?.run.runAgainIn(milliseconds)
  runs[0]?.end()
  await pass(20)
  expect(runs).toHaveLength(2)
})

test('a stopped job does not run when triggered', async () => {
  const { job, runs } = slowJob()
  job.wake()
  job.retry()
  await pass(hour)
  expect(runs).toHaveLength(0)
})

test('triggering a running job does not start a second run at once', async () => {
  const { job, runs, seen } = slowJob()
  job.start()
  await pass(0)
  for (const wake of [job.wake, job.retry, job.wake]) wake()
  await pass(0)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await pass(0)
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  await pass(0)
  expect(runs).toHaveLength(2)
  job.wake()
  await pass(0)
  expect([runs.length, seen.most]).toEqual([3, 1])
})

test("positive control: without a job, the test's work runs several times at once", () => {
  const { work, seen } = slowJob()
  const run: Run = { signal: new AbortController().signal, progressed: () => {}, runAgainIn: () => {} }
  for (let times = 0; times < 3; times++) void work(run)
  expect(seen.most).toBe(3)
})

test('doubles the delay of a job after each failure, until a run succeeds', async () => {
  const { job, state } = failingJob({ firstBackoffMs: 1000, everyMs: 5000 })
  await pass(0)
  for (const [delay, ran] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [5000, 5],
    [5000, 6],
  ] as const) {
    await pass(delay - 1)
    expect(state.ran).toBe(ran - 1)
    await pass(1)
    expect(state.ran).toBe(ran)
  }
  expect(state.failures).toEqual([1, 2, 3, 4, 5, 6])
  state.isFailing = false
  await pass(5000)
  state.isFailing = true
  job.wake()
  await pass(0)
  expect([state.ran, state.failures.at(-1)]).toEqual([8, 1])
  await pass(1000)
  expect(state.ran).toBe(9)
})

test('a job that failed after some progress is retried after the shortest delay', async () => {
  const { state } = failingJob({ firstBackoffMs: 1000 })
  state.progresses = true
  for (const delay of [0, 1000, 1000, 1000]) await pass(delay)
  expect(state.failures).toEqual([1, 1, 1, 1])
})

test('triggering a failed job does not shorten its delay, but retry() does', async () => {
  const { job, state } = failingJob({ firstBackoffMs: 1000 })
  await pass(0)
  for (let times = 0; times < 100; times++) job.wake()
  await pass(999)
  expect(state.ran).toBe(1)
  job.retry()
  await pass(0)
  expect(state.ran).toBe(2)
})

test('varies the delays of jobs by at most a quarter, so that they do not retry together', async () => {
  for (const [chance, delay] of [
    [0, 750],
    [0.999_999, 1250],
  ] as const) {
    vi.mocked(Math.random).mockReturnValue(chance)
    const { state } = failingJob({ firstBackoffMs: 1000 })
    await pass(0)
    await pass(delay - 2)
    expect(state.ran).toBe(1)
    await pass(2)
    expect(state.ran).toBe(2)
  }
})

test('reports each failure of a job, whether its work throws or rejects', async () => {
  for (const fail of [
    () => {
      throw new Error('no')
    },
    () => Promise.reject(new Error('no')),
  ]) {
    const errors: unknown[] = []
    const job = createJob({ everyMs: 1000, work: fail, onError: (error) => errors.push(error) })
    onTestFinished(() => void job.stop())
    job.start()
    for (const delay of [0, 1000, 1000]) await pass(delay)
    expect(errors).toEqual(Array(3).fill(new Error('no')))
    job.wake()
    await job.stop()
  }
})

test('stopping a job waits until the current run has aborted', async () => {
  const { job, runs, seen } = slowJob()
  job.start()
  await pass(0)
  job.wake()
  let isStopped = false
  const stopped = job.stop().then(() => {
    isStopped = true
  })
  await pass(hour)
  expect([runs[0]?.run.signal.aborted, isStopped]).toEqual([true, false])
  runs[0]?.fail()
  await stopped
  for (const wake of [job.wake, job.retry]) wake()
  await pass(2 * hour)
  expect([runs.length, seen.failures]).toEqual([1, []])
})

test('stopping a job that waits for its next run returns at once', async () => {
  const { job, state } = failingJob()
  await pass(0)
  await job.stop()
  await pass(2 * hour)
  expect(state.ran).toBe(1)
})

test('a restarted job runs only after the run before the restart has ended', async () => {
  const { job, runs, seen } = slowJob({ firstBackoffMs: 1000 })
  job.start()
  await pass(0)
  void job.stop()
  job.start()
  await pass(hour)
  expect(runs).toHaveLength(1)
  runs[0]?.fail()
  await pass(0)
  expect([runs.length, runs[1]?.run.signal.aborted]).toEqual([2, false])
  expect([seen.most, seen.failures]).toEqual([1, []])
})

test('a waiting job does not keep its process alive', async () => {
  const program = `
    import { createJob } from ${JSON.stringify(join(root, 'api/system/job.ts'))}
    const job = createJob({ everyMs: ${hour}, work: () => { throw new Error('no') }, onError: () => console.log('failed') })
    job.start()
    setTimeout(() => {}, 100)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout).toBe('failed\n')
})
