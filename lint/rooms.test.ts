import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

/**
 * How many pairs of rooms may import each other. There is one in `data/`: a save of the settings moves up who waits for a place,
 * and whoever registers asks the settings how many places there are.
 */
const allowed = 1

/**
 * The rooms are the folders of `api/`, `data/` and `site/`, and those of the panel. What stands beside them, such as `app.ts`,
 * `deps.ts` and `Admin.tsx`, puts rooms together and is none.
 */
const room = /^(?:site\/admin|site(?!\/admin)|api|data)\/[^/]+(?=\/)/

const isProduct = (file: string) => /\.(ts|tsx|astro)$/.test(file) && !/\btesting\.ts$|\.test\.ts$/.test(file)

test('few rooms import each other, so that one can be read without the other', () => {
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
  // It does look at something.
  expect(imports.has('site/admin/content site/admin/forms')).toBe(true)
  expect(pairs.length, pairs.map(([pair, example]) => `${pair}: ${example}`).join('\n')).toBeLessThanOrEqual(allowed)
})
