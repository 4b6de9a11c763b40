import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { emptyDb, openDb } from '../data/db/db.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { boundRequests } from './http/connection-limits.ts'
import { createIntake } from './registrations/intake.ts'

const [atOnce, each] = [64, 2]

/**
 * Takes some registrations into a database in memory, by an app of their own and over connections of this machine: V8 compiles what runs
 * often, and a rush that begins when a process starts would wait for it. Returns how many were taken; where there are no such connections,
 * none.
 */
export async function warmUp(deps: Deps): Promise<number> {
  const db = openDb(emptyDb())
  const [intake, log] = [createIntake(db, deps.config.timeZone), pino({ level: 'silent' })]
  const app = createApp({ ...deps, db, intake, mailer: null, log, config: { ...deps.config, registrationLimit: 0 } })
  const server = createServer(boundRequests(getRequestListener(app.fetch)))
  let taken = 0
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const connections = Array.from({ length: atOnce }, () => registerOver(port, deps.config.publicOrigin))
    for (const accepted of await Promise.all(connections)) taken += accepted
  } catch (error) {
    deps.log.warn({ err: error }, 'the process starts without having tried itself')
  } finally {
    server.close()
    intake.drain()
    db.close()
  }
  return taken
}

/**
 * Registers some people over one connection and returns how many were taken. It writes the bytes itself: Node's own client would take
 * as much processor as the server that is tried.
 */
async function registerOver(port: number, origin: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  for (let person = 1; person <= each; person++) socket.write(request(origin, person === each ? 'close' : 'keep-alive'))
  return (await text(socket)).split('HTTP/1.1 201').length - 1
}

function request(origin: string, connection: 'keep-alive' | 'close'): string {
  const person = {
    name: 'Ensayo',
    email: `${randomUUID()}@ejemplo.gt`,
    company: 'Ensayo',
    position: 'Ensayo',
    phone: '+502 5555 1234',
    acceptsMarketing: true,
  }
  const body = JSON.stringify(person)
  const head = [
    'POST /api/registrations HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    `Connection: ${connection}`,
  ]
  return [...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join('\r\n')
}
