import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'

/** Runs needs-node.js in this Node, with `version` as the reported version. */
function runBy(version: string) {
  const pretended = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, join(root, 'scripts/needs-node.js')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stderr }
}

test.each(['18.20.8', '20.20.2', '22.17.1'])('refuses Node %s with one line of output', (version) => {
  const { status, stderr } = runBy(version)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining(`Hace falta Node 22.18 o más nuevo, y este es el ${version}`),
  ])
})

test.each(['22.18.0', '23.0.0', '24.21.0', '100.0.0'])('accepts Node %s without any output', (version) => {
  expect(runBy(version)).toEqual({ status: 0, stderr: '' })
})

test('every npm command and the built server check the Node version first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const running = Object.entries(scripts).filter(([, line]) => /\bnode\b.*(\.ts|dist\/)/.test(line))
  expect(running.length).toBeGreaterThan(8)
  expect(running.filter(([, line]) => !line.startsWith('node scripts/needs-node.js && '))).toEqual([])
  expect(readFileSync(join(root, 'scripts/build-api.ts'), 'utf8')).toContain(
    "import './needs-node.js'\\nawait import('./main.js')",
  )
})
