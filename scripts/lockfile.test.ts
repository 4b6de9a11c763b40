import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = { gypfile?: boolean; optionalDependencies?: Record<string, string> }

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}

test('npm ci compiles nothing: the lockfile repeats that better-sqlite3 brings its binaries, which npm 10 reads only there', () => {
  // npm drops this line whenever it writes the lockfile: put `"gypfile": false` back into the entry.
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
})

test('npm ci works on every platform: the lockfile names the binaries of all of them', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  expect(wanted.filter((name) => !locked.has(name))).toEqual([])
})
