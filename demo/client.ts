/** Calls to a running site, as a browser on the site itself would make them. */

export type Client = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  expected: number,
  body?: object,
) => Promise<Response>

/**
 * A client of the site in `origin`: with `cookie` as the panel, without as a visitor. Bytes are sent as they are, other
 * bodies as JSON. A call throws with its status and answer when that is not the expected one, or when what it saved could
 * not be published.
 */
export function createClient(origin: string, cookie?: string): Client {
  return async (method, path, expected, body) => {
    const isFile = body instanceof Uint8Array
    const response = await fetch(origin + path, {
      method,
      headers: {
        Origin: origin,
        ...(body && !isFile && { 'Content-Type': 'application/json' }),
        ...(cookie && { Cookie: cookie }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    if (response.status !== expected) {
      throw new Error(`${method} ${path} answered ${response.status} instead of ${expected}: ${await response.text()}`)
    }
    // The save succeeds even when its page cannot be published, and the demo would be invisible.
    const unpublished = response.headers.get('X-Publish-Error')
    if (unpublished) throw new Error(`${method} ${path} was saved but not published: ${decodeURIComponent(unpublished)}`)
    return response
  }
}

/** Signs in at the site in `origin` and returns a client with the session: what may be done in the panel, it may do. */
export async function signedIn(origin: string, account: { email: string; password: string }): Promise<Client> {
  const login = await createClient(origin)('POST', '/api/auth/login', 200, account)
  const [cookie] = login.headers.getSetCookie()
  if (!cookie) throw new Error('POST /api/auth/login set no cookie')
  return createClient(origin, cookie.replace(/;.*/, ''))
}
