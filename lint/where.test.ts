import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

test('every path in the table of CONTRIBUTING exists', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, table = ''] = /## Where is what\n([\s\S]*?)\n## /.exec(text) ?? []
  const paths = [...table.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
