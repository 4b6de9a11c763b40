import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { DataDirInUse, lockDataDir } from './data-lock.ts'

test('only one process at a time can use a data folder', async () => {
  const dataDir = join(temporaryDir(), 'data')
  const release = await lockDataDir(dataDir, 0)
  await expect(lockDataDir(dataDir, 0)).rejects.toThrow(DataDirInUse)
  await expect(lockDataDir(dataDir, 0)).rejects.toThrow(`está en uso por el proceso ${process.pid} de la máquina`)
  release()
  ;(await lockDataDir(dataDir, 0))()
})

test('a waiting process gets the data folder when another process releases it', async () => {
  const dataDir = temporaryDir()
  const release = await lockDataDir(dataDir, 0)
  const waiting = lockDataDir(dataDir, 60_000)
  release()
  ;(await waiting)()
})

test('ignores the lock file of a process that has ended', async () => {
  const dataDir = temporaryDir()
  writeFileSync(join(dataDir, 'server.lock.json'), JSON.stringify({ pid: 1, host: 'otra', since: '2020-01-01T00:00:00.000Z' }))
  ;(await lockDataDir(dataDir, 0))()
})
