import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', asks = '', shown = '']) => ({ id, level: Number(level), asks, shown }),
)

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0. */
const sections: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
}

test('docs/asvs.md has one row for each requirement of ASVS 5.0 chapters 6 and 7 up to level 2', () => {
  const count = (section: string) => rows.filter(({ id, level }) => id.startsWith(`${section}.`) && level <= 2).length
  expect(Object.fromEntries(Object.keys(sections).map((section) => [section, count(section)]))).toEqual(sections)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test('every row of docs/asvs.md names an existing test or a reason', () => {
  for (const { id, shown } of rows) {
    const named = [...shown.matchAll(/`([\w./-]+\.test\.ts)`: “(.+?)”/g)]
    if (named.length === 0) expect(shown, id).toMatch(/^(Does not apply|Not met|In part): .{20}/)
    for (const [, file = '', title = ''] of named)
      expect(read(file).includes(`'${title}'`), `${id}: ${file}: ${title}`).toBe(true)
  }
})
