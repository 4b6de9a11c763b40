import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { letInFirst } from './rush.ts'

const people = 20

/** Lets them come at once, each asking again after every answer. How many answers there were when the last was let in. */
async function answersBeforeTheLast(
  wrap: (server: ReturnType<typeof createServer>, listener: RequestListener) => RequestListener,
) {
  let answers = 0
  const server = createServer()
  server.on(
    'request',
    wrap(server, (_, outgoing) => {
      answers++
      outgoing.end()
    }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { promise, resolve } = Promise.withResolvers<number>()
  let here = 0
  server.on('connection', () => {
    if (++here === people) resolve(answers)
  })
  const { port } = server.address() as AddressInfo
  for (let n = 0; n < people; n++) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const ask = () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.on('connect', ask).on('data', ask)
  }
  const before = await promise
  // All are answered in the end.
  await expect.poll(() => answers).toBeGreaterThan(people)
  return before
}

test('of many who come at once all are let in before anybody is answered a second time', async () => {
  const before = await answersBeforeTheLast((server, listener) => letInFirst(server, listener, 60_000))
  expect(before).toBeLessThanOrEqual(people)
})

test('without that the others would have been answered over and over (positive control)', async () => {
  expect(await answersBeforeTheLast((_, listener) => listener)).toBeGreaterThan(2 * people)
})

test('who is there waits no longer than the bound for those who keep coming', async () => {
  const before = await answersBeforeTheLast((server, listener) => letInFirst(server, listener, 0))
  expect(before).toBeGreaterThan(2 * people)
})
