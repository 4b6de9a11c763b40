/** The product with the demo's content, and a signed-in organiser's way of calling it. */
import { loadDemo } from '../scripts/demo/load.ts'
import { admin, type Product, startProduct } from '../tests/product.ts'

export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Response>

export async function startDemo(): Promise<{ product: Product; call: Call }> {
  const product = await startProduct()
  await loadDemo(product.origin, admin)
  return { product, call: await signIn(product.origin) }
}

/** Signs in and returns a function that calls the API and throws when it refuses. */
export async function signIn(origin: string): Promise<Call> {
  const json = { 'Content-Type': 'application/json' }
  const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(admin) })
  const headers = { Cookie: login.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '', Origin: origin }
  return async (method, path, body) => {
    const sent = body ? { headers: { ...headers, ...json }, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(origin + path, { method, ...sent })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
