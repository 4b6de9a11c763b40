import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { command } from '../support/commands.ts'
import { freePort } from '../support/free-port.ts'
import { isFull } from '../support/full.ts'
import { serverArgs, startProduct } from '../support/product.ts'

/** Starts a server that ends by itself. Returns its exit code and output. */
async function endedStart(env: Record<string, string>): Promise<[number, string]> {
  const child = spawn(process.execPath, serverArgs, { env: { ...process.env, ...env }, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return [code, said.trim()]
}

/** Starts a server that must end with one line of output, and returns the line. */
async function refusal(env: Record<string, string>): Promise<string> {
  const [code, said] = await endedStart(env)
  const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  expect([code, lines.length], said).toEqual([1, 1])
  return lines[0]?.trim() ?? ''
}

test('a start fails and creates nothing if its port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port = 0 } = taken.address() as { port?: number }
  const DATA_DIR = join(temporaryDir(), 'data')
  const [code, said] = await endedStart({ PORT: String(port), DATA_DIR })
  expect([code, said]).toEqual([
    1,
    `No se puede iniciar: el puerto ${port} ya está en uso; elige otro (PORT) o detén el programa que lo tiene`,
  ])
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a start fails with a message if HOST is not an address of this machine', async () => {
  const DATA_DIR = join(temporaryDir(), 'data')
  expect(await refusal({ PORT: String(await freePort()), HOST: '192.0.2.1', DATA_DIR })).toBe(
    'No se puede iniciar: HOST="192.0.2.1" no es una dirección de esta máquina',
  )
})

test('a start reports all invalid settings in one line, and creates nothing', async () => {
  const DATA_DIR = join(temporaryDir(), 'data')
  const said = await refusal({
    PORT: 'http',
    PUBLIC_ORIGIN: 'https://conferencia.gt/2026',
    ADMIN_EMAIL: 'yo@ejemplo.gt',
    DATA_DIR,
  })
  expect(said).toMatch(
    /^No se puede iniciar: revisa la configuración: PORT="http" no es un puerto.*; PUBLIC_ORIGIN="https:\/\/conferencia\.gt\/2026" lleva.*; falta ADMIN_PASSWORD/,
  )
  expect(existsSync(DATA_DIR)).toBe(false)
})

test.runIf(isFull)('the server and other commands report a DATA_DIR that is a file instead of a folder', async () => {
  const file = join(temporaryDir(), 'data')
  writeFileSync(file, 'not a folder')
  const PORT = String(await freePort())
  expect(await refusal({ PORT, DATA_DIR: file })).toBe(
    `No se puede iniciar: ${file}: no es una carpeta, o no se puede hacer ahí una`,
  )
  expect(await command('admin', file, ['yo@ejemplo.gt', 'una-frase-larga'])).toEqual({
    code: 1,
    said: expect.stringMatching(/^\n {2}No se puede: .*no es una carpeta.*\n\n$/),
  })
  expect(await command('export', join(file, 'deeper'), ['x'], { PORT: 'http' })).toEqual({
    code: 1,
    said: expect.stringMatching(/^\n {2}No se puede: revisa la configuración: PORT="http" .*\n\n$/),
  })
})

test.runIf(isFull)('a start reports a database of a newer version, and leaves it unchanged', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  await product.end()
  const file = join(product.dataDir, 'conference.db')
  const db = new Database(file)
  db.pragma('user_version = 9999')
  db.close()
  const before = readFileSync(file)
  const said = await refusal({ PORT: String(await freePort()), DATA_DIR: product.dataDir })
  expect(said).toContain(`${file}: la base de datos es de una versión más nueva (9999) que este programa`)
  expect(readFileSync(file)).toEqual(before)
})

test('log lines get the right priority in the journal, and contain no secrets', async () => {
  const dir = temporaryDir()
  const file = join(dir, 'journal')
  const journal = openSync(file, 'a')
  const { dev, ino } = fstatSync(journal)
  const env = { JOURNAL_STREAM: `${dev}:${ino}`, METRICS_TOKEN: 'secreto-de-las-metricas', DATA_DIR: join(dir, 'data') }
  const start = (more: Record<string, string>) =>
    spawn(process.execPath, serverArgs, { env: { ...process.env, ...env, ...more }, stdio: ['pipe', journal, journal] })
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)

  const refused = start({ PORT: 'http' })
  await once(refused, 'exit')
  expect(lines()).toEqual([expect.stringMatching(/^<3>No se puede iniciar: revisa la configuración: PORT="http"/)])

  const server = start({ PORT: String(await freePort()) })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
  })
  await expect.poll(() => lines().some((line) => line.includes('Entrar:')), { timeout: 60_000 }).toBe(true)
  const [starting = ''] = lines().filter((line) => line.includes('"starting"'))
  expect(starting).toMatch(/^<6>\{"level":30,/)
  expect(JSON.parse(starting.slice(3))).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.version,
    settings: { dataDir: env.DATA_DIR, hasMetrics: true, mail: null, store: null },
  })
  expect(lines().join()).not.toContain(env.METRICS_TOKEN)
})
