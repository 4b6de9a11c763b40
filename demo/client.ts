/** Takes calls such as ('PUT /api/hero', { subtitle }). A body of bytes is sent unchanged, any other body as JSON. */
export type Client = (line: string, body?: object) => Promise<Response>

export function createClient(origin: string, cookie?: string): Client {
  return (line, body) => {
    const [method, path] = line.split(' ')
    const isFile = body instanceof Uint8Array
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body && !isFile && { 'Content-Type': 'application/json' }),
        // The API refuses changes with a session but without the Origin header.
        ...(cookie && { Cookie: cookie, Origin: origin }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }
}

/** Throws if a call is refused or its save could not be published. */
export function succeeding(client: Client): Client {
  return async (line, body) => {
    const response = await client(line, body)
    if (!response.ok) throw new Error(`${line} answered ${response.status}: ${await response.text()}`)
    const unpublished = response.headers.get('X-Publish-Error')
    if (unpublished) throw new Error(`${line} was saved but not published: ${decodeURIComponent(unpublished)}`)
    return response
  }
}

export async function signIn(origin: string, account: { email: string; password: string }): Promise<string> {
  const answer = await createClient(origin)('POST /api/auth/login', { email: account.email, password: account.password })
  const [cookie] = answer.headers.getSetCookie()
  if (!cookie) throw new Error(`sign-in as ${account.email}: ${answer.status}`)
  return cookie.replace(/;.*/, '')
}

export async function signedIn(origin: string, account: { email: string; password: string }): Promise<Client> {
  return createClient(origin, await signIn(origin, account))
}
