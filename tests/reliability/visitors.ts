/** Visitors who register, and a check of the stored registrations. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createClient } from '../../demo/client.ts'
import type { Product } from '../support/product.ts'
import { type Connection, type Head, openConnection, registrationRequest } from './connection.ts'

/** An attempt to register. `answer` is null if the connection ended without an answer. */
export type Attempt = { email: string; answer: Head | null }

/** Opens a number of connections without a request. */
export function openConnections({ origin }: Product, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(origin)))
}

/** Registers on each connection in sequence, until `isOver` or the connection ends. */
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

/** Returns the e-mails of accepted registrations. */
export function acceptedOf(attempts: Attempt[]): string[] {
  return attempts.filter(({ answer }) => answer?.status === 201).map(({ email }) => email)
}

/** Returns all registered e-mails and the result of SQLite's integrity check. */
export function readDatabase({ dataDir }: Pick<Product, 'dataDir'>): { stored: Set<string>; integrity: unknown } {
  const db = new Database(join(dataDir, 'conference.db'), { readonly: true })
  try {
    const stored = new Set(db.prepare<[], string>('SELECT email FROM registrations').pluck().all())
    return { stored, integrity: db.pragma('integrity_check', { simple: true }) }
  } finally {
    db.close()
  }
}

/** Registers a visitor. Returns the status, or 0 without an answer. */
export async function register({ origin }: Pick<Product, 'origin'>, email: string): Promise<number> {
  try {
    const answer = await createClient(origin)('POST /api/registrations', { name: 'José Pérez', email })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
