import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { openDb } from '../data/db/db.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { boundRequests } from './http/connection-limits.ts'
import { createIntake } from './registrations/intake.ts'

const [rounds, atOnce] = [2, 64]

/**
 * Takes some registrations into a database in memory, by an app of their own and over connections of this machine: V8 compiles what runs
 * often, and a rush that begins when a process starts would wait for it. Returns how many were taken; where there are no such connections,
 * none.
 */
export async function warmUp(deps: Deps): Promise<number> {
  const db = openDb(':memory:')
  const [intake, log] = [createIntake(db, deps.config.timeZone), pino({ level: 'silent' })]
  const app = createApp({ ...deps, db, intake, mailer: null, log, config: { ...deps.config, registrationLimit: 0 } })
  const server = createServer(boundRequests(getRequestListener(app.fetch)))
  const agent = new Agent({ keepAlive: true })
  let taken = 0
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    for (let round = 0; round < rounds; round++) {
      const registering = Array.from({ length: atOnce }, () => register(port, agent, deps.config.publicOrigin))
      taken += (await Promise.all(registering)).filter((status) => status === 201).length
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'the process starts without having tried itself')
  } finally {
    agent.destroy()
    server.close()
    intake.drain()
    db.close()
  }
  return taken
}

/** The status that somebody's registration is answered with. */
async function register(port: number, agent: Agent, origin: string): Promise<number | undefined> {
  const person = {
    name: 'Ensayo',
    email: `${randomUUID()}@ejemplo.gt`,
    company: 'Ensayo',
    position: 'Ensayo',
    phone: '+502 5555 1234',
  }
  const headers = { 'Content-Type': 'application/json', Origin: origin }
  const sent = request({ port, host: '127.0.0.1', agent, method: 'POST', path: '/api/registrations', headers })
  sent.end(JSON.stringify({ ...person, acceptsMarketing: true }))
  const [answer] = await once(sent, 'response')
  await once(answer.resume(), 'end')
  return answer.statusCode
}
