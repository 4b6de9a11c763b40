import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { logRequests } from './log.ts'

async function logged(path: string): Promise<string[]> {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  await new Hono<Env>()
    .use(requestId(), logRequests(log))
    .all('*', (c) => c.text('ok'))
    .request(path)
  return lines.map((line) => JSON.parse(line).path)
}

test.each([
  ['/registro/AbCdEfGhIjKlMnOpQrStUv', '/registro/…'],
  ['/registro/AbCdEfGhIjKlMnOpQrStUv/entrada.png', '/registro/…/entrada.png'],
  ['/registro/-_CdEfGhIjKlMnOpQrStUv/borrar', '/registro/…/borrar'],
])('logs the path %s as %s, without the secret token', async (path, expected) => {
  expect(await logged(path)).toEqual([expected])
})
