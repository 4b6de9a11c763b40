import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createDownloads } from './downloads.ts'
import type { Env } from './env.ts'

function app() {
  const made = { files: 0, ended: 0 }
  async function* parts() {
    try {
      for (const part of ['uno', 'dos', 'tres']) yield Buffer.from(part.repeat(50_000))
    } finally {
      made.ended += 1
    }
  }
  const download = createDownloads('Espera.')
  const routes = new Hono<Env>().get('/:user', (c) =>
    download(
      c,
      { id: c.req.param('user') },
      {
        name: 'archivo.txt',
        type: 'text/plain',
        make() {
          made.files += 1
          return parts()
        },
      },
    ),
  )
  return { made, get: (user: string, method = 'GET') => routes.request(`/${user}`, { method }) }
}

test('a HEAD request for a download returns its headers without making the file', async () => {
  const { made, get } = app()
  const head = await get('ana', 'HEAD')
  expect([head.status, head.headers.get('Content-Disposition'), made.files]).toEqual([
    200,
    'attachment; filename="archivo.txt"',
    0,
  ])
  const body = await (await get('ana')).text()
  expect([body.length, made.files]).toEqual([500_000, 1])
})

test('refuses a second download by a user while the first download runs', async () => {
  const { made, get } = app()
  const first = await get('ana')
  const second = await get('ana')
  expect([second.status, (await second.json()).error]).toEqual([429, 'Espera.'])
  expect((await get('luis')).status).toBe(200)
  const reader = first.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await expect.poll(() => made.ended).toBe(1)
  await (await get('ana')).body?.cancel()
  await expect.poll(async () => (await get('ana')).status).toBe(200)
})
