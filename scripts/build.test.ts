import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../api/system/root.ts'
import { isFull } from '../tests/support/full.ts'

const sources = [
  'site',
  'api',
  'data',
  'demo',
  'scripts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** Copies the sources beside a `dist` of an earlier build, and returns a function that builds the copy. */
function copyWithBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const source of sources) cpSync(join(root, source), join(folder, source), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/earlier'), '')
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(folder, path), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(folder, path), text.replace(from, to))
  }
  function build() {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' })
    return { status, output: stdout + stderr, dist: readdirSync(join(folder, 'dist')) }
  }
  return { edit, build }
}

test.runIf(isFull)('a build that fails keeps the earlier build', () => {
  const { edit, build } = copyWithBuild()
  edit('site/pages/index.astro', '---', '---\nimport "./missing.ts"')
  expect(build()).toMatchObject({ status: 1, output: expect.stringContaining('missing.ts'), dist: ['earlier'] })
})

test.runIf(isFull)('a build whose page is too heavy keeps the earlier build', () => {
  const { edit, build } = copyWithBuild()
  edit('scripts/budget.ts', 'scripts: 75 * kilobyte', 'scripts: kilobyte')
  expect(build()).toMatchObject({
    status: 1,
    output: expect.stringContaining('The page is too heavy:\n  scripts'),
    dist: ['earlier'],
  })
})
