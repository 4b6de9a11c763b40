/** Visitors who register from outside, and what was stored of it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createClient } from '../../demo/client.ts'
import type { Product } from '../support/product.ts'
import { type Connection, type Head, openConnection, registrationRequest } from './connection.ts'

/** An attempt to register: the e-mail, and the answer; null where the connection ended without one. */
export type Attempt = { email: string; answer: Head | null }

/** So many connections, of visitors who have come and not yet asked. */
export function openConnections({ origin }: Product, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(origin)))
}

/** On each connection one registration after the other, until `isOver` or the connection ends. */
export async function visit(connections: Connection[], isOver: () => boolean): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const visitor = async (connection: Connection) => {
    for (;;) {
      const email = `${randomUUID()}@ejemplo.gt`
      const answer = await connection.send(registrationRequest(email))
      attempts.push({ email, answer })
      if (answer === null || isOver()) return connection.close()
    }
  }
  await Promise.all(connections.map(visitor))
  return attempts
}

/** The e-mails of the attempts that were told to be registered. */
export function acceptedOf(attempts: Attempt[]): string[] {
  return attempts.filter(({ answer }) => answer?.status === 201).map(({ email }) => email)
}

/** All e-mails that are registered, and SQLite's opinion of the file ('ok'). */
export function readDatabase({ dataDir }: Pick<Product, 'dataDir'>): { stored: Set<string>; integrity: unknown } {
  const db = new Database(join(dataDir, 'conference.db'), { readonly: true })
  try {
    const stored = new Set(db.prepare<[], string>('SELECT email FROM registrations').pluck().all())
    return { stored, integrity: db.pragma('integrity_check', { simple: true }) }
  } finally {
    db.close()
  }
}

/** Registers a visitor as the page does, and returns the answer's status; 0 when there was none. */
export async function register({ origin }: Pick<Product, 'origin'>, email: string): Promise<number> {
  try {
    const answer = await createClient(origin)('POST /api/registrations', { name: 'José Pérez', email })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
