import { expect, test } from 'vitest'
import { log } from '../testing.ts'
import { backupsIn } from './folder.ts'
import { makeBackup } from './make.ts'
import { createBackups } from './schedule.ts'
import { filledDataDir, hashPages } from './testing.ts'

const hour = 60 * 60 * 1000
const start = Date.UTC(2026, 10, 1, 6)

/** The schedule of a DATA_DIR with a clock that can be set, and a program that can be made to fail. */
async function scheduled() {
  const { dataDir } = await filledDataDir()
  const clock = { now: start }
  const program = { runs: 0, fails: null as string | null, afterwards: 0 }
  const backups = createBackups({
    dataDir,
    log,
    now: () => clock.now,
    afterwards: () => program.afterwards++,
    run: async () => {
      program.runs++
      if (program.fails !== null) throw Object.assign(new Error('exit code 1'), { stdout: `${program.fails}\n` })
      await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages, now: clock.now })
    },
  })
  return { backups, clock, program, dataDir }
}

test('a backup is made when there is none, and again when the newest is a day old', async () => {
  const { backups, clock, program } = await scheduled()
  const runsAt = async (hours: number) => {
    clock.now = start + hours * hour
    await backups.runIfDue()
    return program.runs
  }
  expect([await runsAt(0), await runsAt(1), await runsAt(23.9), await runsAt(24), await runsAt(47)]).toEqual([1, 1, 1, 2, 2])
  expect(program.afterwards).toBe(2)
})

test('the panel learns when the last verified backup was made, how large it is and how many registrations are in it', async () => {
  const { backups } = await scheduled()
  expect(await backups.status()).toEqual({ last: null, error: null })
  await backups.runIfDue()
  expect(await backups.status()).toEqual({
    last: { takenAt: '2026-11-01T06:00:00.000Z', bytes: expect.any(Number), registrations: 1 },
    error: null,
  })
})

test('a failed backup says why, is tried again at the next check, and the previous one still counts', async () => {
  const { backups, clock, program } = await scheduled()
  await backups.runIfDue()
  clock.now += 25 * hour
  program.fails = 'no hay espacio en el disco para un respaldo'
  await backups.runIfDue()
  expect(await backups.status()).toMatchObject({
    last: { takenAt: '2026-11-01T06:00:00.000Z' },
    error: 'no hay espacio en el disco para un respaldo',
  })
  program.fails = null
  await backups.runIfDue()
  expect(await backups.status()).toMatchObject({ last: { takenAt: '2026-11-02T07:00:00.000Z' }, error: null })
})

test('a backup that an operator makes after one that failed makes up for it', async () => {
  const { backups, clock, program, dataDir } = await scheduled()
  program.fails = 'no hay espacio en el disco para un respaldo'
  await backups.runIfDue()
  clock.now += hour
  await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages, now: clock.now })
  expect(await backups.status()).toMatchObject({ last: { takenAt: '2026-11-01T07:00:00.000Z' }, error: null })
})

test('a backup that is ended because the server stops is no failure', async () => {
  const { backups, program } = await scheduled()
  program.fails = ''
  backups.stop()
  await backups.runIfDue()
  expect((await backups.status()).error).toBeNull()
})
