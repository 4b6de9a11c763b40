import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAddressHash } from './address-hash.ts'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'conference-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

test('an address is hidden as the same text each time, also after a restart, and as another with another key', () => {
  const [dir, other] = [folder(), folder()]
  const hidden = createAddressHash(dir)('10.0.0.1')
  expect(hidden).toMatch(/^[\w-]{12}$/)
  expect(createAddressHash(dir)('10.0.0.1')).toBe(hidden)
  expect(createAddressHash(dir)('10.0.0.2')).not.toBe(hidden)
  expect(createAddressHash(other)('10.0.0.1')).not.toBe(hidden)
})

test('the key is for its owner alone', () => {
  const dir = folder()
  createAddressHash(dir)
  expect(statSync(join(dir, 'address-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dir, 'address-key'))).toHaveLength(32)
})

test('where the key cannot be kept addresses are hidden all the same', () => {
  expect(createAddressHash(join(folder(), 'missing'))('10.0.0.1')).toMatch(/^[\w-]{12}$/)
})
