import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { send } from '../hardening/client.ts'
import { freePort } from '../support/free-port.ts'
import { isInstalled, startFront } from '../support/fronts.ts'

const secret = 'Zm9yIHlvdXIgZXllcyBvbmx5'

describe.each(['caddy', 'nginx'] as const)('behind %s with the configuration of deploy/', (name) => {
  if (!isInstalled(name)) return test.skip(`${name} is not installed on this machine`, () => {})

  /** Starts the web server in front of a stopped server, or of a server that sends `answer` and closes the connection. */
  async function startWith(answer: string | null) {
    const root = mkdtempSync(join(tmpdir(), 'conferencia-root-'))
    writeFileSync(join(root, 'index.html'), '<!doctype html>')
    const [port, api] = [await freePort(), await freePort()]
    if (answer !== null) {
      const listener = createServer((socket) => {
        socket.on('error', () => {}).once('data', () => socket.end(answer, () => socket.destroy()))
      })
      onTestFinished(() => void listener.close())
      await once(listener.listen(api, '127.0.0.1'), 'listening')
    }
    const front = await startFront(name, { port, root, api: `127.0.0.1:${api}` }, { isTalkative: true })
    onTestFinished(async () => {
      await front.stop()
      rmSync(root, { recursive: true })
    })
    return { front, to: { origin: `http://localhost:${port}` } }
  }

  test.each([
    ['is down, as during a restart', null],
    ['closes the connection without an answer', ''],
    ['sends an incomplete answer', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>'],
    ['sends an answer that is not HTTP', 'hello\r\n\r\n'],
  ])('the web server logs no URL of a registration, search or upload while the app %s', async (_, answer) => {
    const { front, to } = await startWith(answer)
    for (const line of [
      `GET /registro/${secret}`,
      `POST /registro/${secret}/cancelar`,
      `PUT /upload/1-2.mp4?ticket=${secret}`,
      `GET /api/registrations?search=${secret}`,
    ]) {
      const sent = send(to, line, line.startsWith('GET') ? {} : { body: 'x'.repeat(1000) })
      // If the server's response breaks off, the web server's response breaks off too.
      const status = await sent.then(
        (front) => front.status,
        () => null,
      )
      if (!answer) expect([line, status]).toEqual([line, 503])
    }
    // The log is complete only after the stop.
    await front.stop()
    // The positive control: with its debug log, Caddy mentions each of the four requests.
    if (name === 'caddy') expect(front.written().match(/upstream roundtrip/g)).toHaveLength(4)
    expect(front.written()).not.toContain(secret)
  })

  test("the web server's access log contains no secret URLs of registrations and uploads", async () => {
    const { front, to } = await startWith(null)
    const lines = [
      `GET /registro/${secret}`,
      `GET //registro/${secret}`,
      `GET /%72egistro/${secret}`,
      `POST /registro/${secret}/cancelar`,
      `PUT /upload/1-2.mp4?ticket=${secret}`,
      `GET /api/registrations?search=${secret}`,
      `GET /constancia/${secret}.pdf`,
    ]
    const statuses = await Promise.all(lines.map(async (line) => (await send(to, line)).status))
    expect(statuses).toEqual(lines.map(() => (name === 'caddy' ? expect.any(Number) : 503)))
    // The web server cannot read this request, because its headers are too large.
    await send(to, `GET /registro/${secret}`, { headers: { Cookie: 'x'.repeat(40_000) } }).catch(() => null)
    expect((await send(to, 'GET /charlas/abrir')).status).toBe(404)
    await front.stop()
    expect(front.visits() + front.written()).not.toContain(secret)
    if (name === 'nginx') expect(front.visits()).toContain('/charlas/abrir')
  })

  test('the web server logs no URL of an upload whose body is too large', async () => {
    const { front, to } = await startWith(null)
    const headers = { 'Content-Length': String(200 * 1024 * 1024), Connection: 'close' }
    const answer = await send(to, `PUT /upload/1-2.mp4?ticket=${secret}`, { headers, body: '' }).catch(() => null)
    expect([413, 503, undefined]).toContain(answer?.status)
    await front.stop()
    expect(front.written()).not.toContain(secret)
  })
})
