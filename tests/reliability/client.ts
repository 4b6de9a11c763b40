import type { Product } from '../support/product.ts'
import { openSession } from '../support/session.ts'

/** Calls the API as the panel does. */
export type Client = (request: string, json?: unknown) => Promise<Response>

/** A client with a session. Sessions outlive the server's process, so it is good after a restart too. */
export async function signedIn(product: Pick<Product, 'origin'>): Promise<Client> {
  const headers = { ...(await openSession(product)), 'Content-Type': 'application/json' }
  return (request, json) => {
    const [method, path] = request.split(' ')
    return fetch(`${product.origin}${path}`, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) })
  }
}

/** Registers a visitor, from outside, and returns the answer's status; 0 when there was none. */
export async function register({ origin }: Pick<Product, 'origin'>, email: string): Promise<number> {
  try {
    const body = JSON.stringify({ name: 'José Pérez', email })
    const answer = await fetch(`${origin}/api/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}
