import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = {
  version?: string
  gypfile?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
const { packages }: { packages: Record<string, Entry> } = read('package-lock.json')
const { allowScripts }: { allowScripts: Record<string, boolean> } = read('package.json')

test('npm ci installs the prebuilt binary of better-sqlite3, without a compiler', () => {
  // npm drops the line `"gypfile": false` whenever it writes the lockfile. Put it back into the entry.
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
})

test.each(['deploy/conferencia', 'deploy/README.md'])('%s runs npm prune without changing the lockfile', (file) => {
  // Without --no-save, npm prune would write the lockfile again without the line `gypfile`.
  const commands = readFileSync(join(import.meta.dirname, '..', file), 'utf8').match(/npm prune --.*/g) ?? []
  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((command) => !command.includes('--no-save'))).toEqual([])
})

test('the lockfile contains the binaries for all platforms', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  expect(wanted.filter((name) => !locked.has(name))).toEqual([])
})

test('only listed packages may run install scripts', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !(name in allowScripts))).toEqual([])
})

test.each([
  // The lockfile must not install older versions.
  ['hono', '4.13.18'],
  ['@hono/node-server', '2.1.7'],
  ['sharp', '0.35.4'],
])('the lockfile installs %s in version %s or later', (name, floor) => {
  const versions = Object.entries(packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = '' }]) => version)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => isBelow(version, floor))).toEqual([])
})

test('compares version numbers as npm does, prereleases before releases', () => {
  const below = [
    ['4.13.9', '4.13.18'],
    ['4.9.99', '4.13.18'],
    ['3.99.0', '4.13.18'],
    ['4.13.18-rc.1', '4.13.18'],
  ] as const
  expect(below.filter(([version, floor]) => !isBelow(version, floor))).toEqual([])
  expect([isBelow('4.13.18', '4.13.18'), isBelow('4.14.0', '4.13.18'), isBelow('5.0.0', '4.13.18')]).toEqual([
    false,
    false,
    false,
  ])
})

function isBelow(version: string, floor: string): boolean {
  const order = new Intl.Collator('en', { numeric: true })
  const [release = '', before] = version.split('-', 2)
  return order.compare(release, floor) < 0 || (release === floor && before !== undefined)
}
