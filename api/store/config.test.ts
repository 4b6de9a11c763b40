import { expect, test } from 'vitest'
import { readStoreConfig } from './config.ts'

const env = {
  S3_ENDPOINT: 'https://s3.ejemplo.gt/',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'conferencia',
  S3_ACCESS_KEY_ID: 'clave',
  S3_SECRET_ACCESS_KEY: 'secreto-que-nadie-ve',
}

test("reads the object store's settings without the optional prefix and public URL", () => {
  expect(readStoreConfig(env)).toEqual({
    endpoint: 'https://s3.ejemplo.gt',
    region: 'us-east-1',
    bucket: 'conferencia',
    accessKeyId: 'clave',
    secretAccessKey: 'secreto-que-nadie-ve',
    prefix: '',
    publicUrl: null,
  })
  const more = { S3_PREFIX: '/sitios/2026/', S3_PUBLIC_URL: 'https://cdn.ejemplo.gt/' }
  expect(readStoreConfig({ ...env, ...more })).toMatchObject({ prefix: 'sitios/2026/', publicUrl: 'https://cdn.ejemplo.gt' })
})

test('uses no object store if no S3 variable is set', () => {
  expect(readStoreConfig({ PORT: '3000' })).toBeNull()
})

test.each(Object.keys(env))('the start fails without %s and names the missing variable', (name) => {
  expect(() => readStoreConfig({ ...env, [name]: undefined })).toThrow(`falta ${name}: van juntas`)
})

test('the start fails if only S3_PREFIX is set', () => {
  expect(() => readStoreConfig({ S3_PREFIX: 'a' })).toThrow('S3_ENDPOINT, S3_REGION')
})

test.each([
  ['S3_ENDPOINT', 's3.ejemplo.gt'],
  ['S3_ENDPOINT', 'ftp://s3.ejemplo.gt'],
  ['S3_BUCKET', 'Con Mayúsculas'],
  ['S3_BUCKET', '../otra'],
  ['S3_REGION', 'us east'],
  ['S3_PREFIX', '../fuera'],
  ['S3_PREFIX', 'a//b'],
  ['S3_PUBLIC_URL', '/archivos'],
])('the start fails with %s=%s and shows the wrong value', (name, value) => {
  expect(() => readStoreConfig({ ...env, [name]: value })).toThrow(`${name}="${value}" `)
})

test.each([
  ['S3_ENDPOINT', 'https://clave:secreto@s3.ejemplo.gt'],
  ['S3_PUBLIC_URL', 'https://cdn.ejemplo.gt/?clave=secreto'],
  ['S3_ACCESS_KEY_ID', 'con espacio'],
  ['S3_SECRET_ACCESS_KEY', 'con espacio'],
])('the start fails with %s=%s without showing the secret value', (name, value) => {
  const read = () => readStoreConfig({ ...env, [name]: value })
  expect(read).toThrow(`${name} `)
  expect(read).not.toThrow(value)
})
