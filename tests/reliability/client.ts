import { admin, type Product } from '../product.ts'

/** Calls the API as the panel does. */
export type Client = (request: string, json?: unknown) => Promise<Response>

/** A client with a session. Sessions outlive the server's process, so it is good after a restart too. */
export async function signedIn({ origin }: Pick<Product, 'origin'>): Promise<Client> {
  let cookie = ''
  const client: Client = (request, json) => {
    const [method, path] = request.split(' ')
    const headers = { 'Content-Type': 'application/json', Origin: origin, Cookie: cookie }
    return fetch(`${origin}${path}`, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) })
  }
  const answer = await client('POST /api/auth/login', admin)
  if (!answer.ok) throw new Error(`no session: ${answer.status}`)
  cookie = answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? ''
  return client
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
