import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
}

test('without any variable the product runs on this machine alone', () => {
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
])('%o is understood', (env, changed) => {
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
  { ADMIN_EMAIL: 'admin' },
  { ADMIN_PASSWORD: '12345' },
])('%o stops the start with the name of the variable, so that nobody has to guess', (env) => {
  expect(() => readConfig(env)).toThrow(Object.keys(env)[0])
})
