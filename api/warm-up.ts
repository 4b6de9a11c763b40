import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { openDb } from '../data/db/db.ts'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { createIntake } from './registrations/intake.ts'

const [rounds, atOnce] = [3, 32]

/**
 * Takes some registrations into a database in memory, by an app of their own: V8 compiles what runs often, and a rush that begins
 * when a process starts would wait for it. Returns how many were taken.
 */
export async function warmUp(deps: Deps): Promise<number> {
  const db = openDb(':memory:')
  const [intake, log] = [createIntake(db), pino({ level: 'silent' })]
  const app = createApp({ ...deps, db, intake, mailer: null, log, config: { ...deps.config, registrationLimit: 0 } })
  let taken = 0
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, async () => app.fetch(registration(deps.config.publicOrigin))),
    )
    taken += answers.filter(({ status }) => status === 201).length
  }
  intake.drain()
  db.close()
  return taken
}

function registration(origin: string): Request {
  const person = {
    name: 'Ensayo',
    email: `${randomUUID()}@ejemplo.gt`,
    company: 'Ensayo',
    position: 'Ensayo',
    phone: '+502 5555 1234',
  }
  return new Request(`${origin}/api/registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ ...person, acceptsMarketing: true }),
  })
}
