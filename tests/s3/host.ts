/** A small CDN. It serves public files from the bucket and passes calls on to the server. */
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { afterAll } from 'vitest'

/** `store` is the bucket's address. `api` returns the server's address. */
export async function startHost(store: string, api: () => string) {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (/^\/(api|upload|registro)(\/|$)/.test(path)) {
      const to = httpRequest(api() + request.url, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      to.on('error', () => response.writeHead(503).end())
      request.pipe(to)
      return
    }
    const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`]
    for (const name of [...names, '/404.html']) {
      const found = await fetch(store + name)
      if (!found.ok) continue
      const headers = Object.fromEntries(
        ['content-type', 'cache-control', 'etag'].map((name) => [name, found.headers.get(name) ?? '']),
      )
      response.writeHead(name === '/404.html' ? 404 : 200, headers).end(Buffer.from(await found.arrayBuffer()))
      return
    }
    response.writeHead(502).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
}
