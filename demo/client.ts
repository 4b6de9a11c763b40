/** Calls to a running site, as the panel and its visitors make them: of the demo, the measurements and the tests. */

/** A call such as ('PUT /api/hero', { subtitle }), whatever is answered. Bytes are sent as they are, other bodies as JSON. */
export type Client = (line: string, body?: object) => Promise<Response>

/** A client of the site in `origin`: with `cookie` as the panel, without as a visitor. */
export function createClient(origin: string, cookie?: string): Client {
  return (line, body) => {
    const [method, path] = line.split(' ')
    const isFile = body instanceof Uint8Array
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body && !isFile && { 'Content-Type': 'application/json' }),
        // Whoever has a session says with each write where it comes from.
        ...(cookie && { Cookie: cookie, Origin: origin }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }
}

/**
 * The same client for calls that are to succeed: throws with a call's status and answer when it is refused, or when what it saved
 * could not be published.
 */
export function succeeding(client: Client): Client {
  return async (line, body) => {
    const response = await client(line, body)
    if (!response.ok) throw new Error(`${line} answered ${response.status}: ${await response.text()}`)
    // The save succeeds even when its page cannot be published, and nobody would see it.
    const unpublished = response.headers.get('X-Publish-Error')
    if (unpublished) throw new Error(`${line} was saved but not published: ${decodeURIComponent(unpublished)}`)
    return response
  }
}

/** Signs in at the site in `origin` and returns the session's cookie. Throws when the password is refused. */
export async function signIn(origin: string, account: { email: string; password: string }): Promise<string> {
  const answer = await createClient(origin)('POST /api/auth/login', { email: account.email, password: account.password })
  const [cookie] = answer.headers.getSetCookie()
  if (!cookie) throw new Error(`sign-in as ${account.email}: ${answer.status}`)
  return cookie.replace(/;.*/, '')
}

/** A client with a session of its own: what may be done in the panel, it may do. The session outlives the server's process. */
export async function signedIn(origin: string, account: { email: string; password: string }): Promise<Client> {
  return createClient(origin, await signIn(origin, account))
}
