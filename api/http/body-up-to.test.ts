import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { bodyUpTo } from './body-up-to.ts'

const app = new Hono().use(bodyUpTo(10)).post('/', async (c) => c.text(await c.req.text()))

const inPieces = (text: string) => new Blob([text]).stream()

test.each<[string, number, RequestInit]>([
  ['a body of exactly the limit is taken', 200, { body: '0123456789', headers: { 'Content-Length': '10' } }],
  ['one byte more is refused by its declared length', 413, { body: '0123456789x', headers: { 'Content-Length': '11' } }],
  ['a body of unknown length is counted', 200, { body: inPieces('0123456789') }],
  ['and refused once it is too much', 413, { body: inPieces('0123456789x') }],
  [
    'a declared length does not count beside chunks, which may hold more',
    413,
    { body: inPieces('0123456789x'), headers: { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' } },
  ],
])('%s', async (_, status, init) => {
  // Node wants `duplex` with a stream; the types of the web do not know it.
  const request = { method: 'POST', duplex: 'half', ...init }
  expect((await app.request('/', request)).status).toBe(status)
})
