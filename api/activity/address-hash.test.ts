import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { createAddressHash } from './address-hash.ts'

test('an IP address has the same hash after a restart, and another hash with another key', () => {
  const [dir, other] = [temporaryDir(), temporaryDir()]
  const hidden = createAddressHash(dir)('10.0.0.1')
  expect(hidden).toMatch(/^[\w-]{12}$/)
  expect(createAddressHash(dir)('10.0.0.1')).toBe(hidden)
  expect(createAddressHash(dir)('10.0.0.2')).not.toBe(hidden)
  expect(createAddressHash(other)('10.0.0.1')).not.toBe(hidden)
})

test('only the owner can read the file with the hash key', () => {
  const dir = temporaryDir()
  createAddressHash(dir)
  expect(statSync(join(dir, 'address-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dir, 'address-key'))).toHaveLength(32)
})

test('returns the hash of an IP address even if the key file cannot be written', () => {
  expect(createAddressHash(join(temporaryDir(), 'missing'))('10.0.0.1')).toMatch(/^[\w-]{12}$/)
})
