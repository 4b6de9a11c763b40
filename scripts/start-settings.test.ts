import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { startEnv, startFlags } from './start-settings.ts'

test.each([
  ['package.json', /"start":/, /"start":/],
  ['deploy/conferencia.service', /^ExecStart=/, /^Environment=MALLOC/],
  ['Dockerfile', /^CMD .*server\.js/, /^ENV MALLOC/],
])('%s starts Node with the options that limit its memory', (name, starts, says) => {
  const lines = readFileSync(join(import.meta.dirname, '..', name), 'utf8').split('\n')
  const line = (which: RegExp) => lines.find((text) => which.test(text)) ?? ''
  for (const flag of startFlags) expect(line(starts)).toContain(flag)
  for (const [variable, value] of Object.entries(startEnv)) expect(line(says)).toContain(`${variable}=${value}`)
})

test('.dockerignore excludes no file that the Dockerfile copies', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8').split('\n')
  const patterns = read('.dockerignore').filter((line) => line && !line.startsWith('#'))
  // As in Docker, the last pattern that fits a path or its folder decides whether the path is left out.
  const fits = (path: string, pattern: string) => [pattern, `${pattern}/**`].some((glob) => matchesGlob(path, glob))
  const isLeftOut = (path: string) =>
    !(patterns.findLast((pattern) => fits(path, pattern.replace('!', ''))) ?? '!').startsWith('!')
  const copied = read('Dockerfile')
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((path) => path !== '.')
  expect(copied).toContain('deploy/litestream.yml')
  expect(copied.filter(isLeftOut)).toEqual([])
  expect(['deploy/Caddyfile', '.env', 'node_modules/hono/package.json'].filter(isLeftOut)).toHaveLength(3)
})
