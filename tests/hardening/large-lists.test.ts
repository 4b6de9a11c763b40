import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession, type Session } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const product = await sharedProduct()
const db = openDatabase(product)
const session = await openSession(product)

/** Enough people that the export does not fit into the buffers of a connection. */
const count = 50_000
db.exec(`
  INSERT INTO registrations (id, name, email, emailKey, registrationDate, searchText, token)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
  SELECT 'n' || n, printf('%.*c', 250, 'x'), n || '@ejemplo.gt', n || '@ejemplo.gt', '2025-06-01T12:00:00.000Z', '', 'token' || n
  FROM numbers`)

const read = (path: string, headers: Session) => send(product, `GET ${path}`, { headers })

test('a list requested without a limit has its first thousand entries and the total number', async () => {
  const all = await read('/api/registrations', session)
  expect(JSON.parse(all.body)).toHaveLength(1_000)
  expect(all.headers['x-counts']).toContain(`matching=${count}, total=${count}`)
  const last = await read(`/api/registrations?offset=${count - 10}`, session)
  expect(JSON.parse(last.body)).toHaveLength(10)
})

/** Requests the export and reads nothing of it. */
function openExport({ Cookie }: Session): Socket {
  const { hostname, port } = new URL(product.processOrigin)
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => {}).write(`GET /api/registrations/export HTTP/1.1\r\nHost: localhost\r\nCookie: ${Cookie}\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  return socket
}

const noted = () => db.prepare("SELECT count(*) FROM audit WHERE action = 'registrations-exported'").pluck().get()

test('a user can run one export at a time, without delaying other users', async () => {
  const socket = openExport(session)
  await expect.poll(noted).toBe(1)
  const second = await read('/api/registrations/export', session)
  expect([second.status, Number(second.headers['retry-after']) > 0]).toEqual([429, true])
  expect(JSON.parse(second.body).error).toContain('Ya se está descargando')

  const user = { name: 'Luis', email: 'luis@ejemplo.gt', password: 'un secreto', role: 'user' }
  await send(product, 'POST /api/users', { headers: session, json: user })
  const ofAnother = await read('/api/registrations/export', await openSession(product, user))
  expect([ofAnother.status, ofAnother.body.split('\r\n').length]).toEqual([200, count + 2])

  socket.destroy()
  await expect.poll(async () => (await read('/api/registrations/export', session)).status).toBe(200)
  // A completed export frees its place, and a HEAD request starts no export.
  expect((await send(product, 'HEAD /api/registrations/export', { headers: session })).status).toBe(200)
  expect((await read('/api/registrations/export', session)).status).toBe(200)
})
