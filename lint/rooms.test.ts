import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

/** Only content and registrations import each other: settings move waiting people up, and registrations read settings. */
const allowed = 1

/** Rooms are the folders of `api/`, `data/`, `site/` and the panel. Files outside of them, such as `app.ts`, do not count. */
const room = /^(?:site\/admin|site(?!\/admin)|api|data)\/[^/]+(?=\/)/

const isProduct = (file: string) => /\.(ts|tsx|astro)$/.test(file) && !/\btesting\.ts$|\.test\.ts$/.test(file)

test('at most one pair of folders imports from each other', () => {
  const files = ['api', 'data', 'site'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter(isProduct),
  )
  const imports = new Map<string, string>()
  for (const file of files) {
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const [from, to] = [file, normalize(join(dirname(file), target))].map((path) => room.exec(path)?.[0])
      if (from && to && from !== to) imports.set(`${from} ${to}`, `${file} imports ${target}`)
    }
  }
  const pairs = [...imports].filter(([pair]) => {
    const [from = '', to = ''] = pair.split(' ')
    return from < to && imports.has(`${to} ${from}`)
  })
  // Otherwise the test would pass without reading any import.
  expect(imports.has('site/admin/content site/admin/forms')).toBe(true)
  expect(pairs.length, pairs.map(([pair, example]) => `${pair}: ${example}`).join('\n')).toBeLessThanOrEqual(allowed)
})
