import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { readMailConfig } from './config.ts'

const both = { SMTP_URL: 'smtp://usuario:cl%40ve@mail.ejemplo.gt:2525', MAIL_FROM: 'Conferencia, 2026 <hola@ejemplo.gt>' }

test('sends no mail if no mail variable is set', () => {
  expect(readMailConfig({})).toBeNull()
})

test('reads server, password and sender from SMTP_URL and MAIL_FROM', () => {
  expect(readMailConfig({ ...both, MAIL_FROM: '"Conferencia, 2026" <hola@ejemplo.gt>' })).toEqual({
    server: { host: 'mail.ejemplo.gt', port: 2525, secure: false, auth: { user: 'usuario', pass: 'cl@ve' } },
    from: { name: 'Conferencia, 2026', address: 'hola@ejemplo.gt' },
    dkim: null,
  })
})

test.each([
  ['smtp://mail.ejemplo.gt', 587, false],
  ['smtps://mail.ejemplo.gt', 465, true],
])('%s without a port uses the usual port', (SMTP_URL, port, secure) => {
  expect(readMailConfig({ SMTP_URL, MAIL_FROM: 'hola@ejemplo.gt' })?.server).toMatchObject({ port, secure, auth: null })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['MAIL_FROM without SMTP_URL', { MAIL_FROM: 'hola@ejemplo.gt' }, /falta SMTP_URL/],
  ['SMTP_URL without MAIL_FROM', { SMTP_URL: both.SMTP_URL }, /falta MAIL_FROM/],
  ['an SMTP_URL of another protocol', { SMTP_URL: 'https://mail.ejemplo.gt', MAIL_FROM: 'hola@ejemplo.gt' }, /SMTP_URL/],
  ['an SMTP_URL that is not a URL', { SMTP_URL: 'mail', MAIL_FROM: 'hola@ejemplo.gt' }, /SMTP_URL/],
  ['a user without a password', { SMTP_URL: 'smtp://usuario@mail.ejemplo.gt', MAIL_FROM: 'hola@ejemplo.gt' }, /SMTP_URL/],
  [
    'an invalid percent code in SMTP_URL',
    { SMTP_URL: 'smtp://ana:clave%cd@mail.ejemplo.gt', MAIL_FROM: 'hola@ejemplo.gt' },
    /SMTP_URL.*%25/,
  ],
  ['a sender without an e-mail', { ...both, MAIL_FROM: 'Conferencia' }, /MAIL_FROM/],
  ['two senders', { ...both, MAIL_FROM: 'a@ejemplo.gt, b@ejemplo.gt' }, /MAIL_FROM/],
  [
    'an incomplete DKIM configuration',
    { ...both, MAIL_FROM: 'a@ejemplo.gt', DKIM_DOMAIN: 'ejemplo.gt' },
    /DKIM_SELECTOR, DKIM_KEY_FILE/,
  ],
])('with %s the server does not start, and the message shows no password', (_, env, message) => {
  expect(() => readMailConfig(env)).toThrow(message)
  expect(() => readMailConfig(env)).not.toThrow(/cl(%40|@)ve/)
})

test('requires an existing RSA key for signing mails', () => {
  const file = join(temporaryDir(), 'dkim.pem')
  const env = { ...both, MAIL_FROM: 'a@ejemplo.gt', DKIM_DOMAIN: 'ejemplo.gt', DKIM_SELECTOR: 's1', DKIM_KEY_FILE: file }
  expect(() => readMailConfig(env)).toThrow(/DKIM_KEY_FILE/)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(() => readMailConfig(env)).toThrow(/RSA/)
})
