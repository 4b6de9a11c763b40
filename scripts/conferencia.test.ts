import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../api/system/root.ts'
import { temporaryDir } from '../data/testing.ts'

/** Runs `deploy/conferencia` with fake programs that only record their calls. The call that begins with `failing` fails. */
function onServer(failing: string) {
  const [server, bin] = [temporaryDir(), temporaryDir()]
  const [app, settings, noted] = [join(server, 'app'), join(server, 'conferencia.env'), join(server, 'noted')]
  mkdirSync(join(app, 'deploy'), { recursive: true })
  writeFileSync(settings, '')
  writeFileSync(noted, '')
  const here = readFileSync(join(root, 'deploy/conferencia'), 'utf8')
    .replace('app=/opt/conferencia', `app=${app}`)
    .replace('settings=/etc/conferencia.env', `settings=${settings}`)
  const program = join(server, 'conferencia')
  writeFileSync(program, here)
  // The new version of the program, as the update would install it.
  writeFileSync(join(app, 'deploy/conferencia'), `echo "conferencia $*" >> ${noted}`)
  for (const name of ['git', 'npm', 'systemctl']) {
    const lines = ['#!/bin/bash', `echo "${name} $*" >> ${noted}`, `[[ "${name} $*" != "${failing}"* ]]`]
    writeFileSync(join(bin, name), `${lines.join('\n')}\n`, { mode: 0o755 })
  }
  writeFileSync(join(bin, 'id'), '#!/bin/bash\necho 0\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const { status, stderr } = spawnSync('bash', [program, 'update'], { env, encoding: 'utf8' })
  return { status, stderr, calls: readFileSync(noted, 'utf8').trim().split('\n') }
}

const steps = ['git pull', 'npm ci', 'npm run build', 'npm prune', 'conferencia install', 'systemctl restart']

test('`conferencia update` restarts the service last, after all other steps', () => {
  const { status, stderr, calls } = onServer('nothing')
  expect([status, stderr]).toEqual([0, ''])
  expect(calls.map((call, index) => call.startsWith(steps[index] ?? '?'))).toEqual(steps.map(() => true))
})

test.each(['git pull', 'npm ci', 'npm run build', 'npm prune'])(
  '`conferencia update` stops without a restart if %s fails',
  (failing) => {
    const { status, stderr, calls } = onServer(failing)
    expect(status).toBe(1)
    expect(stderr).toContain('no se reinició nada')
    expect(calls).toHaveLength(steps.indexOf(failing) + 1)
  },
)

test('if the restart fails, `conferencia update` fails without a message of its own', () => {
  const { status, stderr } = onServer('systemctl restart')
  expect([status, stderr]).toEqual([1, ''])
})
