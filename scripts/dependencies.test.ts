import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { getAdapter } from '@astrojs/node'
import ts from 'typescript'
import { expect, test } from 'vitest'
import config from '../astro.config.mjs'
import { native } from './build-api.ts'
import { installedLicenses } from './licenses.ts'

const top = join(import.meta.dirname, '..')

/** Commands that an operator runs from the sources, not from the bundle. */
const fromSources = ['admin', 'backup', 'restore', 'export', 'pair', 'uploads-clean'].map((command) => `scripts/${command}.ts`)

type Entry = { dev?: boolean; license?: string }

/** Packages that no source imports: Node itself, and fonts that are read as files. */
const asFiles = ['node', '@expo-google-fonts/funnel-display', '@expo-google-fonts/noto-sans']

/** Returns the imports of a file at run time, without imports of types. */
function importsOf(file: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  })
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName)
}

/** Returns the packages that these sources load, directly or through other sources. */
function packagesOf(files: readonly string[]): Set<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const waiting = files.map((file) => join(top, file))
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) waiting.push(resolve(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return packages
}

test('package.json has as dependencies exactly the packages that the build does not bundle', () => {
  expect(fromSources.filter((file) => !existsSync(join(top, file)))).toEqual([])
  const { dependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies).sort()).toEqual([...new Set([...native, ...asFiles, ...packagesOf(fromSources)])].sort())
})

test('docs/dependencies.md has a row for each dependency in package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  const text = readFileSync(join(top, 'docs/dependencies.md'), 'utf8')
  const [installed = '', build = ''] = text.split('\n## ').slice(1)
  const namesIn = (part: string) => [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  expect(namesIn(installed)).toEqual(Object.keys(dependencies))
  expect(namesIn(build)).toEqual(Object.keys(devDependencies))
})

test('every package that runs on the server has an allowed licence', () => {
  const { packages } = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
  const onServer = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  expect(onServer.length).toBeGreaterThan(50)
  const isAllowed = ({ license = '' }: Entry) => license.split(' AND ').every((part) => installedLicenses.includes(part))
  expect(onServer.filter(([, entry]) => !isAllowed(entry))).toEqual([])
})

test("the built site uses Astro's adapter for Node", async () => {
  const adapters: object[] = []
  const hook = config.adapter?.hooks['astro:config:done'] as (given: { setAdapter: (adapter: object) => void }) => void
  hook({ setAdapter: (adapter) => adapters.push(adapter) })
  expect(adapters).toEqual([{ ...getAdapter({ staticHeaders: false }), serverEntrypoint: expect.any(URL) }])
})
