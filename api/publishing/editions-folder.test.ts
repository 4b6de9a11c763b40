import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { storeEdition } from '../editions/work.ts'
import { createTestApp } from '../testing.ts'
import { layOutEditions } from './editions-folder.ts'

/** `start` writes a past edition as each start of the server does. */
async function laidOut() {
  const { db } = await createTestApp()
  const body = Buffer.from('<h1>2025</h1>')
  await storeEdition(db, '2025', [{ name: 'charlas/abrir/index.html', type: 'text/html', hash: 'a', body }], '2026-01-01')
  db.exec('UPDATE editions SET undoneAt = NULL')
  const wwwDir = temporaryDir()
  const start = () => layOutEditions(db, wwwDir, new Map([['2025', '2026-01-01']]))
  await start()
  const folder = join(wwwDir, '2025')
  return { folder, start, modeOf: () => (statSync(folder).mode & 0o777).toString(8) }
}

test('a web server running as another user can read the folder of a past conference edition', async () => {
  const { modeOf } = await laidOut()
  expect(modeOf()).toBe('755')
})

test("a start makes an edition's private folder readable, and keeps other permissions", async () => {
  const { folder, start, modeOf } = await laidOut()
  const { ino } = statSync(folder)
  chmodSync(folder, 0o700)
  await start()
  expect([modeOf(), statSync(folder).ino]).toEqual(['755', ino])
  chmodSync(folder, 0o750)
  await start()
  expect(modeOf()).toBe('750')
})
