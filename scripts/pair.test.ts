import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameAt } from '../api/backup/folder.ts'
import { openBucket, unsent } from '../api/store/bucket.ts'
import { keyOf, serializeLease } from '../api/store/lease.ts'
import { startTestStore } from '../api/store/testing.ts'
import { root } from '../api/system/root.ts'
import { temporaryDir } from '../data/testing.ts'
import { dayMs } from '../data/time.ts'
import { storeEnv } from '../tests/s3/service.ts'

test('a standby machine deletes its own backups after 14 days', async () => {
  const store = await startTestStore()
  const bucket = openBucket(store.config)
  let beat = 0
  // Stands in for another machine that is serving.
  const live = () => bucket.put(keyOf(1), serializeLease('other', ++beat), unsent).catch(() => {})
  await live()
  const living = setInterval(live, 1000)
  onTestFinished(() => clearInterval(living))

  const dataDir = temporaryDir()
  const now = Date.now()
  const [old, young] = [20, 13].map((days) => join(dataDir, `before-restore-${nameAt(now - days * dayMs)}`)) as [string, string]
  for (const folder of [old, young]) mkdirSync(folder)
  writeFileSync(join(dataDir, 'clock.json'), JSON.stringify({ seen: now, since: now - 2 * dayMs }))
  const env = { ...process.env, ...storeEnv(store.config), DATA_DIR: dataDir }
  const machine = spawn(process.execPath, [join(root, 'scripts/pair.ts')], { env, stdio: 'ignore' })
  const ended = once(machine, 'exit')
  onTestFinished(async () => {
    machine.kill('SIGKILL')
    await ended
  })
  await expect.poll(() => existsSync(old)).toBe(false)
  expect([existsSync(young), machine.exitCode]).toEqual([true, null])
})
