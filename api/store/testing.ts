/** A small object store over HTTP with the S3 calls that the product uses. It checks signatures. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { StoreConfig } from './config.ts'

type Stored = { body: Buffer; headers: Record<string, string>; changedAt: Date }

export type TestStore = Awaited<ReturnType<typeof startTestStore>>

export async function startTestStore() {
  const objects = new Map<string, Stored>()
  const asked: string[] = []
  /** The error status of all calls, or only of calls about `key`. Null for no error. */
  const trouble: { status: number | null; key?: string } = { status: null }
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    // The client has closed the connection, because its test is over.
    if (!body) return
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const key = decodeURIComponent(path.replace(/^\/cubeta\/?/, ''))
    asked.push(`${request.method} ${key || query}`)
    if (!path.startsWith('/cubeta')) return fail(response, 404, 'NoSuchBucket')
    if (trouble.status && (trouble.key ?? key) === key)
      return fail(response, trouble.status, trouble.status === 507 ? 'QuotaExceeded' : 'Trouble')
    if (!isSigned(request, path, query, config)) return fail(response, 403, 'SignatureDoesNotMatch')
    answer(request, response, key, new URLSearchParams(query), body, objects)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const config: StoreConfig = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'cubeta',
    accessKeyId: 'clave',
    secretAccessKey: 'secreto/de+prueba',
    prefix: '',
    publicUrl: null,
  }
  return {
    config,
    asked,
    trouble,
    objects,
    text: (key: string) => objects.get(key)?.body.toString() ?? null,
    keys: () => [...objects.keys()].toSorted(),
  }
}

function answer(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  key: string,
  query: URLSearchParams,
  body: Buffer,
  objects: Map<string, Stored>,
): void {
  const found = objects.get(key)
  if (method === 'PUT') {
    const isRefused = headers['if-none-match'] === '*' && found !== undefined
    if (isRefused) fail(response, 412, 'PreconditionFailed')
    if (isRefused) return
    const { 'content-type': type = '', 'cache-control': cache = '' } = headers
    objects.set(key, { body, headers: { 'content-type': type, 'cache-control': cache }, changedAt: new Date() })
    response.writeHead(200, { etag: `"${md5(body)}"` }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (key === '') {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, query))
  } else if (!found) {
    fail(response, 404, 'NoSuchKey')
  } else {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const part = first === undefined ? found.body : found.body.subarray(Number(first), last ? Number(last) + 1 : undefined)
    const about = { ...found.headers, etag: `"${md5(found.body)}"`, 'content-length': part.length }
    response.writeHead(first === undefined ? 200 : 206, about).end(method === 'HEAD' ? undefined : part)
  }
}

/** Returns two keys per page, so that paging is tested. */
function listing(objects: Map<string, Stored>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const isFlat = query.get('delimiter') === '/'
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const keys = isFlat ? all.filter((key) => !key.slice(prefix.length).includes('/')) : all
  const page = keys.slice(0, 2)
  const contents = page.map((key) => {
    const { body, changedAt } = objects.get(key) ?? { body: Buffer.alloc(0), changedAt: new Date() }
    const about = `<LastModified>${changedAt.toISOString()}</LastModified><ETag>&quot;${md5(body)}&quot;</ETag><Size>${body.length}</Size>`
    return `<Contents><Key>${key}</Key>${about}</Contents>`
  })
  const isMore = keys.length > page.length
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function fail(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message><AWSAccessKeyId>clave</AWSAccessKeyId></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned(request: IncomingMessage, path: string, query: string, config: StoreConfig): boolean {
  const asked = new URLSearchParams(query)
  if (asked.has('X-Amz-Signature')) return isPresigned(request, path, asked, config)
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/
  const [, credential = '', names = '', signature] = given.exec(request.headers.authorization ?? '') ?? []
  const [accessKeyId, day = '', ...scope] = credential.split('/')
  const signed = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, path, query.split('&').toSorted().join('&'), signed.join(''), names, 'UNSIGNED-PAYLOAD']
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], [day, ...scope].join('/'), sha256(canonical.join('\n'))]
  const key = [day, ...scope].reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${config.secretAccessKey}`)
  return accessKeyId === config.accessKeyId && hmac(key, text.join('\n')).toString('hex') === signature
}

function isPresigned({ method, headers }: IncomingMessage, path: string, query: URLSearchParams, config: StoreConfig): boolean {
  const [accessKeyId, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  const named = [...query].filter(([name]) => name !== 'X-Amz-Signature')
  const sorted = named.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).toSorted()
  const canonical = [method, path, sorted.join('&'), `host:${headers.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${config.secretAccessKey}`)
  return accessKeyId === config.accessKeyId && hmac(key, text).toString('hex') === query.get('X-Amz-Signature')
}

const md5 = (body: Buffer) => createHash('md5').update(body).digest('hex')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
