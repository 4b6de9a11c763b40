import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { command } from '../support/commands.ts'
import { isFull } from '../support/full.ts'
import { startProduct } from '../support/product.ts'

/** The id of a user who is not root and whom the system need not know. */
const other = 54321

const all = (folder: string) => ['', ...readdirSync(folder, { recursive: true }).map(String)].map((name) => join(folder, name))

/** Returns a DATA_DIR that belongs to another user, as of a service. The server has stopped. */
async function othersDataDir() {
  const product = await startProduct()
  onTestFinished(product.discard)
  await product.end()
  // Only root could read the temporary folder around the DATA_DIR, so its mode is changed.
  chmodSync(join(product.dataDir, '..'), 0o755)
  for (const path of all(product.dataDir)) chownSync(path, other, other)
  const notTheirs = () => all(product.dataDir).filter((path) => lstatSync(path).uid !== other)
  return { dataDir: product.dataDir, notTheirs }
}

// Only root can test this, for example in a container.
const isRoot = process.getuid?.() === 0
const asRoot = test.runIf(isRoot)

asRoot('commands run by root leave all files of DATA_DIR to its owner', async () => {
  const { dataDir, notTheirs } = await othersDataDir()
  const made = await command('backup', dataDir)
  expect(made, made.said).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(join(dataDir, 'backups')).filter((found) => found.endsWith('Z'))
  const restored = await command('restore', dataDir, [join(dataDir, 'backups', name)])
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(await command('admin', dataDir, ['otra@ejemplo.gt', 'una-frase-larga'])).toMatchObject({ code: 0 })
  const exported = await command('export', dataDir, [join(dataDir, 'export')])
  expect(exported, exported.said).toMatchObject({ code: 0 })
  expect(notTheirs()).toEqual([])
})

test.runIf(isFull && isRoot)('an unfinished backup owned by root does not prevent a new backup', async () => {
  const { dataDir } = await othersDataDir()
  const backups = join(dataDir, 'backups')
  const whole = () => readdirSync(backups).filter((found) => found.endsWith('Z')).length
  const left = join(backups, '2026-01-01T000000Z.partial')
  mkdirSync(left, { recursive: true, mode: 0o700 })
  const before = whole()
  chownSync(backups, other, other)
  writeFileSync(join(left, 'conference.db'), '')
  const { code, said } = await command('backup', dataDir)
  expect([code, said]).toEqual([1, expect.stringContaining('2026-01-01T000000Z.partial): revisa de qué usuario son')])
  expect(whole()).toBe(before + 1)
})

asRoot('rejects a backup that the owner of DATA_DIR may not read, and changes nothing', async () => {
  const { dataDir } = await othersDataDir()
  const secret = join(dataDir, '../de-root')
  mkdirSync(secret, { mode: 0o700 })
  const { code, said } = await command('restore', dataDir, [secret])
  expect([code, said]).toEqual([1, expect.stringContaining('no se puede leer')])
})
