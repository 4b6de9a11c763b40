import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const table = text.slice(text.indexOf('## What is promised'), text.indexOf('## How far ahead'))
/** Promises with the tests that their rows name. Rows without a test, such as heads of tables, are left out. */
const promises = [...table.matchAll(/^\| (.+) \| ([^|]*`[^|]*) \|$/gm)]

test('every promise of SECURITY.md names tests that exist', () => {
  expect(promises.length).toBeGreaterThan(60)
  for (const [, promise = '', named = ''] of promises) {
    // A file without a folder is in the folder of the file before it. A name alone is in tests/hardening.
    let folder = ''
    for (const [, name = ''] of named.matchAll(/`([\w./-]+)`/g)) {
      const isFile = name.endsWith('.test.ts')
      const path = name.includes('/') ? name : `${isFile ? folder : 'tests/hardening'}/${name}`
      folder = dirname(path)
      expect(globSync(isFile ? path : `${path}{.test.ts,/*.test.ts}`, { cwd: root }), `${promise}: ${name}`).not.toEqual([])
    }
  }
})
