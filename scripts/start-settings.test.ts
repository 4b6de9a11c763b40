import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFlags } from './start-settings.ts'

test.each([
  ['package.json', /"start":/],
  ['deploy/conferencia.service', /^ExecStart=/],
  ['Dockerfile', /^CMD .*server\.js/],
])('%s starts the server with the flags that keep its memory small', (name, starts) => {
  const lines = readFileSync(join(import.meta.dirname, '..', name), 'utf8').split('\n')
  const command = lines.find((text) => starts.test(text)) ?? ''
  for (const flag of startFlags) expect(command).toContain(flag)
})
