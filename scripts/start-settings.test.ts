import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEnv, startFlags } from './start-settings.ts'

test.each([
  ['package.json', /"start":/, /"start":/],
  ['deploy/conferencia.service', /^ExecStart=/, /^Environment=MALLOC/],
  ['Dockerfile', /^CMD .*server\.js/, /^ENV MALLOC/],
])('%s starts the server with what keeps its memory small', (name, starts, says) => {
  const lines = readFileSync(join(import.meta.dirname, '..', name), 'utf8').split('\n')
  const line = (which: RegExp) => lines.find((text) => which.test(text)) ?? ''
  for (const flag of startFlags) expect(line(starts)).toContain(flag)
  for (const [variable, value] of Object.entries(startEnv)) expect(line(says)).toContain(`${variable}=${value}`)
})
