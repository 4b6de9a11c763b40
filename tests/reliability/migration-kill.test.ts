import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { root } from '../../api/system/root.ts'
import { openDb } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { schemaDifference } from '../../data/db/schema-difference.ts'
import { integrityErrors, openWithoutMigrating, rowCounts, schemaVersion } from '../../data/db/snapshot.ts'
import { createRegistration, temporaryDir } from '../../data/testing.ts'
import { isFull, rounds } from '../support/full.ts'
import { report } from './report.ts'

/** Returns a database of the current version with registrations. */
function database(): string {
  const file = join(temporaryDir(), 'conference.db')
  const db = openDb(file)
  for (let number = 0; number < 200; number++) {
    createRegistration(db, { name: 'José', email: `${number}@ejemplo.gt` }, '2026-01-01T00:00:00.000Z')
  }
  db.close()
  return file
}

/** Returns everything that an incomplete migration could have changed. */
function look(file: string) {
  const db = openWithoutMigrating(file)
  const notes = db.prepare<[], string>('SELECT DISTINCT notes FROM registrations').pluck().all()
  const found = { version: schemaVersion(db), errors: integrityErrors(db), rows: rowCounts(db), notes }
  db.close()
  return found
}

async function migrate(file: string, ...how: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate.ts'), file, ...how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

const hasWritten = (file: string) => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Returns true if another connection sees a part of the migration. */
function isSeen(file: string): boolean {
  const db = openWithoutMigrating(file)
  const tables = rowCounts(db)
  db.close()
  return 'badges' in tables
}

/** Kills a migration `delay` milliseconds after `far` is true. Returns false if the migration ended before. */
async function killMidway(file: string, far: (file: string) => boolean, delay: number, ...how: string[]): Promise<boolean> {
  const child = await migrate(file, ...how)
  const ended = once(child, 'exit')
  while (child.exitCode === null && !far(file)) await wait(5)
  await wait(delay)
  child.kill('SIGKILL')
  await ended
  return child.signalCode === 'SIGKILL'
}

test(
  'after a kill during a migration, the next start migrates the intact old database',
  async () => {
    const amount = rounds(1, 20)
    const file = database()
    const before = look(file)
    const lost: unknown[] = []
    let killed = 0
    for (let round = 0; killed < amount; round++) {
      expect(round).toBeLessThan(amount * 3)
      if (!(await killMidway(file, hasWritten, (round % 10) * 60))) continue
      killed += 1
      const after = look(file)
      if (JSON.stringify(after) !== JSON.stringify(before)) lost.push(after)
    }
    report({ what: 'migrations killed midway', tried: killed, lost: lost.length })
    expect(lost).toEqual([])

    await once(await migrate(file), 'exit')
    expect(look(file)).toMatchObject({
      version: migrations.length + 1,
      errors: [],
      notes: [' (migrado)'],
      rows: { badges: 1_200_000 },
    })
  },
  isFull ? 10 * 60_000 : 3 * 60_000,
)

const fixtures = join(root, 'data/db/fixtures')
const old = readdirSync(fixtures).filter((name) => name.endsWith('.sql'))
// The newest database, and one that an edited migration left.
const few = [old.at(-1) ?? '', '12-a273c78.sql']

test.each(isFull ? old : few)(
  'the old database %s stays unchanged if its migration is killed',
  async (name) => {
    const file = join(temporaryDir(), 'conference.db')
    const made = new Database(file)
    made.exec(readFileSync(join(fixtures, name), 'utf8'))
    made.close()
    const before = look(file)
    expect(await killMidway(file, hasWritten, 0)).toBe(true)
    expect(look(file)).toEqual(before)
    const db = openDb(file)
    expect([schemaDifference(db), rowCounts(db).registrations]).toEqual([null, before.rows.registrations])
    db.close()
  },
  60_000,
)

test('positive control: without a transaction, a killed migration is half done', async () => {
  const file = database()
  expect(await killMidway(file, isSeen, 0, 'bare')).toBe(true)
  expect(look(file)).toMatchObject({ version: migrations.length, rows: { badges: expect.any(Number) } })
}, 60_000)
