import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, shownSettings } from './config.ts'

const defaults = {
  port: 3000,
  host: '127.0.0.1',
  dataDir: resolve('var'),
  publicOrigin: 'http://localhost:3000',
  timeZone: 'America/Guatemala',
  trustProxy: 0,
  registrationLimit: 300,
  firstAdmin: null,
  mail: null,
  store: null,
  metricsToken: null,
}

test('by default the server listens only on the local machine', () => {
  expect(readConfig({})).toEqual(defaults)
})

test('an empty variable means its default, as `PORT=` in an .env file does', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'PUBLIC_ORIGIN', 'TIME_ZONE', 'TRUST_PROXY', 'REGISTRATION_LIMIT', 'ADMIN_EMAIL']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
})

test.each([
  [{ PORT: '8080' }, { port: 8080, publicOrigin: 'http://localhost:8080' }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ DATA_DIR: '/srv/conference' }, { dataDir: '/srv/conference' }],
  [{ PUBLIC_ORIGIN: 'https://conferencia.gt/' }, { publicOrigin: 'https://conferencia.gt' }],
  [{ PUBLIC_ORIGIN: 'HTTPS://Conferencia.GT:443' }, { publicOrigin: 'https://conferencia.gt' }],
  [{ TIME_ZONE: 'Europe/Madrid' }, { timeZone: 'Europe/Madrid' }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [{ TRUST_PROXY: 'off' }, { trustProxy: 0 }],
  [{ REGISTRATION_LIMIT: '0' }, { registrationLimit: 0 }],
  [{ ADMIN_EMAIL: 'a@b.gt', ADMIN_PASSWORD: 'secreto' }, { firstAdmin: { email: 'a@b.gt', password: 'secreto' } }],
])('accepts the settings %o', (env, changed) => {
  expect(readConfig(env)).toEqual({ ...defaults, ...changed })
})

test.each([
  { PORT: 'http' },
  { PORT: '65536' },
  { PUBLIC_ORIGIN: 'conferencia.gt' },
  { PUBLIC_ORIGIN: 'javascript:alert(1)' },
  { TIME_ZONE: 'Guatemala City' },
  { TRUST_PROXY: 'yes' },
  { TRUST_PROXY: '-1' },
  { REGISTRATION_LIMIT: 'many' },
  { METRICS_TOKEN: 'two words' },
  { PUBLIC_ORIGIN: 'https://conferencia.gt/2026' },
  { PUBLIC_ORIGIN: 'https://conferencia.gt/#inicio' },
  { ADMIN_EMAIL: 'admin' },
])('the server does not start with %o, and names the variable and its value', (env) => {
  const [[name, value] = []] = Object.entries(env)
  if (name === 'METRICS_TOKEN') return expect(() => readConfig(env)).toThrow(`${name} tiene espacios`)
  expect(() => readConfig(env)).toThrow(`${name}="${value}" `)
})

test('rejects a path in PUBLIC_ORIGIN', () => {
  expect(() => readConfig({ PUBLIC_ORIGIN: 'https://conferencia.gt/2026/' })).toThrow(
    'PUBLIC_ORIGIN="https://conferencia.gt/2026/" lleva más que la dirección del sitio, que está siempre en la raíz de su dominio: https://conferencia.gt',
  )
})

test.each([
  [{ ADMIN_EMAIL: 'a@b.gt' }, 'falta ADMIN_PASSWORD: ADMIN_EMAIL y ADMIN_PASSWORD van juntas'],
  [{ ADMIN_PASSWORD: 'secreto' }, 'falta ADMIN_EMAIL: ADMIN_EMAIL y ADMIN_PASSWORD van juntas'],
  [{ ADMIN_EMAIL: '', ADMIN_PASSWORD: 'secreto' }, 'falta ADMIN_EMAIL'],
])('rejects %o, because ADMIN_EMAIL and ADMIN_PASSWORD must be set together', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('reports all wrong settings at once, in one line and without secrets', () => {
  const env = { PORT: 'http', ADMIN_EMAIL: 'a@b.gt', ADMIN_PASSWORD: '12345', SMTP_URL: 'smtp://a:cl4ve@b', S3_BUCKET: 'cubeta' }
  const read = () => readConfig({ ...env, PUBLIC_ORIGIN: 'https://yo:cl4ve@conferencia.gt/' })
  expect(read).toThrow(
    /^revisa la configuración: PORT="http" no .*; PUBLIC_ORIGIN lleva .*; ADMIN_PASSWORD tiene .*; falta MAIL_FROM.*; falta S3_ENDPOINT/,
  )
  expect(read).not.toThrow(/12345|cl4ve|\n/)
})

test('the log shows the settings without secrets', () => {
  const secrets = {
    ADMIN_PASSWORD: 'secreto-1',
    S3_ACCESS_KEY_ID: 'secreto-2',
    S3_SECRET_ACCESS_KEY: 'secreto-3',
    METRICS_TOKEN: 'secreto-4',
  }
  const store = { S3_ENDPOINT: 'https://s3.gt', S3_REGION: 'us-east-1', S3_BUCKET: 'cubeta' }
  const mail = { SMTP_URL: 'smtp://a:secreto-5@correo.gt', MAIL_FROM: 'Hola <hola@b.gt>' }
  const shown = shownSettings(readConfig({ ...secrets, ...store, ...mail, ADMIN_EMAIL: 'a@b.gt' }))
  expect(shown).toMatchObject({
    port: 3000,
    mail: { server: 'correo.gt:587', from: 'hola@b.gt', isSigned: false },
    store: { endpoint: 'https://s3.gt', bucket: 'cubeta' },
    hasMetrics: true,
  })
  expect(JSON.stringify(shown)).not.toContain('secreto')
})
