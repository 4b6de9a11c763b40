import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { databaseName, openDb } from '../../data/db/db.ts'
import { someEdit } from '../../data/testing.ts'
import { hourMs } from '../../data/time.ts'
import { log } from '../testing.ts'
import { backupsIn } from './folder.ts'
import { makeBackup } from './make.ts'
import { createBackups } from './schedule.ts'
import { damageFile, filledDataDir, hashPages, upload } from './testing.ts'

const start = Date.UTC(2026, 10, 1, 6)

async function scheduled() {
  const { dataDir } = await filledDataDir()
  const clock = { now: start }
  const program = { runs: 0, fails: null as string | null, code: 1, meanwhile: async () => {}, afterwards: 0 }
  const backups = createBackups({
    dataDir,
    log,
    now: () => clock.now,
    afterwards: () => program.afterwards++,
    run: async () => {
      program.runs++
      await program.meanwhile()
      const { code } = program
      if (program.fails !== null) throw Object.assign(new Error(`exit code ${code}`), { code, stdout: `${program.fails}\n` })
      await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages, now: clock.now })
    },
  })
  return { backups, clock, program, dataDir }
}

test('makes a first backup at once, and a new backup a day after the last backup', async () => {
  const { backups, clock, program } = await scheduled()
  const runsAt = async (hours: number) => {
    clock.now = start + hours * hourMs
    await backups.runIfDue()
    return program.runs
  }
  expect([await runsAt(0), await runsAt(1), await runsAt(23.9), await runsAt(24), await runsAt(47)]).toEqual([1, 1, 1, 2, 2])
  expect(program.afterwards).toBe(2)
})

test('reports the time, size and number of registrations of the last verified backup', async () => {
  const { backups } = await scheduled()
  expect(await backups.status()).toEqual({ last: null, error: null })
  await backups.runIfDue()
  expect(await backups.status()).toEqual({
    last: { takenAt: '2026-11-01T06:00:00.000Z', bytes: expect.any(Number), registrations: 1 },
    error: null,
  })
})

test('reports why a backup failed, and still lists the last good backup', async () => {
  const { backups, clock, program } = await scheduled()
  await backups.runIfDue()
  clock.now += 25 * hourMs
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

test('a successful backup by an operator clears the error of a failed daily backup', async () => {
  const { backups, clock, program, dataDir } = await scheduled()
  program.fails = 'no hay espacio en el disco para un respaldo'
  await backups.runIfDue()
  clock.now += hourMs
  await makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages, now: clock.now })
  expect(await backups.status()).toMatchObject({ last: { takenAt: '2026-11-01T07:00:00.000Z' }, error: null })
})

const backUpNow = async ({ clock, dataDir }: Awaited<ReturnType<typeof scheduled>>) =>
  makeBackup({ dataDir, into: await backupsIn(dataDir), hashPages: null, now: clock.now })

test('a backup made by an operator during a failing daily backup clears the error', async () => {
  const made = await scheduled()
  made.program.fails = 'ocurrió un error inesperado'
  made.program.meanwhile = async () => {
    made.clock.now += 1000
    await backUpNow(made)
    made.clock.now += 1000
  }
  await made.backups.runIfDue()
  expect(await made.backups.status()).toMatchObject({ last: { takenAt: '2026-11-01T06:00:01.000Z' }, error: null })
})

test("an operator's backup during a daily backup does not clear that backup's warning", async () => {
  const made = await scheduled()
  made.program.fails = 'el respaldo está hecho, pero no se pueden eliminar los que ya vencieron'
  made.program.code = 2
  made.program.meanwhile = async () => {
    made.clock.now += 1000
    await backUpNow(made)
  }
  await made.backups.runIfDue()
  expect((await made.backups.status()).error).toBe(made.program.fails)
})

test('reports damaged uploads as an error while content uses them', async () => {
  const made = await scheduled()
  const { backups, clock, dataDir } = made
  const db = openDb(join(dataDir, databaseName))
  onTestFinished(() => void db.close())
  saveSection(db, 'hero', { headerLogo: `/public-objects/${basename(upload)}` }, someEdit)
  await backUpNow(made)
  damageFile(join(dataDir, 'uploads', upload), 1)
  clock.now += hourMs
  await backUpNow(made)
  expect((await backups.status()).error).toContain(`el disco cambió (${upload})`)
  saveSection(db, 'hero', { headerLogo: '' }, someEdit)
  clock.now += hourMs
  const { proof } = await backUpNow(made)
  expect([proof.damaged, (await backups.status()).error]).toEqual([[upload], null])
})

test('reports no failed backup if the server stops during the backup', async () => {
  const { backups, program } = await scheduled()
  program.fails = ''
  await backups.stop()
  await backups.runIfDue()
  expect((await backups.status()).error).toBeNull()
})
