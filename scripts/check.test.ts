import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTotp } from '../api/accounts/totp.ts'
import { erasuresIn } from '../api/backup/erasures.ts'
import { startTestStore } from '../api/store/testing.ts'
import { addUser } from '../api/testing.ts'
import { openDb } from '../data/db/db.ts'
import { migrations } from '../data/db/migrations.ts'
import { temporaryDir } from '../data/testing.ts'
import { command } from '../tests/support/commands.ts'
import { freePort } from '../tests/support/free-port.ts'
import { check } from './check.ts'

const said: string[] = []
beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'log').mockImplementation((line) => said.push(line))
})

/** Returns the exit code and the output line that begins with `matter`. */
async function found(matter: string, env: NodeJS.ProcessEnv): Promise<[number, string | undefined]> {
  const code = await check({ PORT: String(await freePort()), DATA_DIR: join(temporaryDir(), 'data'), ...env })
  return [code, said.findLast((line) => line.split('  ')[1]?.startsWith(`${matter}:`))]
}

function dataDir(): string {
  const dir = temporaryDir()
  openDb(join(dir, 'conference.db')).close()
  return dir
}

/** Returns each file below the folder with its time and bytes. */
const contents = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mtimeMs, size } = statSync(join(dir, name))
    return [name, mtimeMs, size]
  })

test('`npm run admin -- --check` prints one line for each check, and creates nothing', async () => {
  const dir = temporaryDir()
  const [code] = await found('configuración', { DATA_DIR: join(dir, 'data') })
  expect([code, said.length]).toEqual([0, 10])
  for (const line of said) expect(line).toMatch(/^(bien|nota) {2}[a-záéíóú ]+: \S/)
  expect(readdirSync(dir)).toEqual([])
})

test('`npm run admin -- --check` checks the database without changing it', async () => {
  const dir = dataDir()
  const before = contents(dir)
  const env = { DATA_DIR: dir }
  expect(await found('base de datos', env)).toEqual([0, `bien  base de datos: está entera, en la versión ${migrations.length}`])
  expect(contents(dir)).toEqual(before)
  const open = openDb(join(dir, 'conference.db'))
  onTestFinished(() => void open.close())
  const beside = contents(dir)
  said.length = 0
  expect((await found('base de datos', env))[0]).toBe(0)
  expect(contents(dir)).toEqual(beside)
})

test('`npm run admin -- --check` reports each invalid setting in one line', async () => {
  expect(await check({ PORT: 'http', ADMIN_EMAIL: 'yo@ejemplo.gt' })).toBe(1)
  expect(said).toEqual([
    expect.stringContaining('mal  configuración: PORT="http" no es un puerto'),
    expect.stringContaining('mal  configuración: falta ADMIN_PASSWORD'),
  ])
})

test('`npm run admin -- --check` reports a wrong folder, a used port and a damaged database', async () => {
  const file = join(temporaryDir(), 'file')
  writeFileSync(file, '')
  expect(await found('carpeta', { DATA_DIR: file })).toEqual([1, `mal  carpeta: ${file} no es una carpeta (DATA_DIR)`])
  const taken = createServer((_, answer) => void answer.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port = 0 } = taken.address() as { port?: number }
  said.length = 0
  expect(await found('puerto', { PORT: String(port) })).toEqual([
    1,
    `mal  puerto: el ${port} ya está en uso por otro programa (PORT)`,
  ])
  const damaged = dataDir()
  writeFileSync(join(damaged, 'conference.db'), 'no database at all'.repeat(1000))
  said.length = 0
  expect(await found('base de datos', { DATA_DIR: damaged })).toEqual([1, expect.stringContaining('está dañada')])
  const newer = dataDir()
  const db = new Database(join(newer, 'conference.db'))
  db.pragma('user_version = 9999')
  db.close()
  said.length = 0
  expect(await found('base de datos', { DATA_DIR: newer })).toEqual([1, expect.stringContaining('versión más nueva (9999)')])
})

test('`npm run admin -- --check` reports that no backup has been verified', async () => {
  const dir = dataDir()
  mkdirSync(join(dir, 'backups/2026-11-21T060000Z'), { recursive: true })
  expect(await found('respaldos', { DATA_DIR: dir })).toEqual([1, 'mal  respaldos: no hay ninguno verificado'])
})

test("`npm run admin -- --check` tests the mail server's password without sending a mail", async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ password }, _, done) => (password === 'secreto' ? done(null, { user: 'a' }) : done(new Error('Invalid'))),
    onMailFrom: (_, __, done) => done(new Error('a mail was begun')),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as { port: number }
  const env = (password: string) => ({ SMTP_URL: `smtp://a:${password}@127.0.0.1:${port}`, MAIL_FROM: 'Hola <a@b.gt>' })
  expect(await found('correo', env('secreto'))).toEqual([
    0,
    `bien  correo: 127.0.0.1:${port} responde y acepta usuario y contraseña`,
  ])
  said.length = 0
  const [code, line] = await found('correo', env('otra-clave'))
  expect([code, line]).toEqual([1, expect.stringContaining(`mal  correo: 127.0.0.1:${port} no sirve: 5`)])
  expect(line).not.toContain('otra-clave')
})

test('`npm run admin -- --check` tests the key of the object store, without writing to it', async () => {
  const store = await startTestStore()
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.config
  const env = { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId }
  const key = { S3_SECRET_ACCESS_KEY: secretAccessKey }
  expect(await found('almacén', { ...env, ...key })).toEqual([0, 'bien  almacén: cubeta responde; ninguna máquina lo ha tomado'])
  expect([store.keys(), store.asked.filter((call) => !call.startsWith('GET'))]).toEqual([[], []])
  said.length = 0
  expect(await found('almacén', { ...env, S3_SECRET_ACCESS_KEY: 'otra' })).toEqual([
    1,
    'mal  almacén: cubeta: el almacén no acepta la clave de acceso',
  ])
})

test('`npm run admin -- --check` tests TRUST_PROXY, and whether the public URL leads here', async () => {
  expect(await found('proxy', { PUBLIC_ORIGIN: 'https://conferencia.gt' })).toEqual([1, expect.stringContaining('TRUST_PROXY=1')])
  let status = 200
  const front = createServer((_, answer) => void answer.writeHead(status).end('{"status":"ok"}')).listen(0, '127.0.0.1')
  await once(front, 'listening')
  onTestFinished(() => void front.close())
  const { port } = front.address() as { port: number }
  const env = { PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, TRUST_PROXY: '1' }
  for (const [answered, code, words] of [
    [200, 0, 'llega hasta el proceso'],
    [503, 0, 'el proceso no está en marcha'],
    [404, 1, 'responde 404: el servidor web no lleva /api al proceso'],
  ] as const) {
    status = answered
    said.length = 0
    expect(await found('proxy', env)).toEqual([code, expect.stringContaining(words)])
  }
})

test('`npm run admin -- --check` exits with code 0 if there is no problem', async () => {
  const ended = await command('admin', join(temporaryDir(), 'data'), ['--check'], { PORT: String(await freePort()) })
  expect(ended).toEqual({ code: 0, said: expect.stringMatching(/^bien {2}configuración: .*\n(.*\n){9}$/) })
})

test('`npm run admin -- --check` reports a missing or wrong key file of authenticator codes', async () => {
  const dir = dataDir()
  const db = openDb(join(dir, 'conference.db'))
  const user = await addUser(db, { email: 'ana@conferencia.gt' })
  const totp = createTotp({ db, dataDir: dir, erasures: erasuresIn(dir) })
  totp.begin(user.id, user.email, 'Conferencia')
  db.exec('UPDATE totp SET isConfirmed = 1')
  db.close()
  expect((await found('segundo factor', { DATA_DIR: dir }))[1]).toContain('bien  segundo factor: los códigos se comprueban')
  renameSync(join(dir, 'account-key'), join(dir, 'elsewhere'))
  const [code, line] = await found('segundo factor', { DATA_DIR: dir })
  expect([code, line]).toEqual([1, expect.stringContaining('account-key falta o es de otra máquina')])
  expect(readdirSync(dir)).not.toContain('account-key')
  writeFileSync(join(dir, 'account-key'), Buffer.alloc(32))
  expect((await found('segundo factor', { DATA_DIR: dir }))[0]).toBe(1)
})
