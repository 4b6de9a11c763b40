import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostPolicy } from '../../api/publishing/export.ts'
import { svgPolicy } from '../../api/uploads/serve.ts'
import { type Answer, answerTo, send } from '../hardening/client.ts'
import { askAddress, filesOf, openUpload, sendPieces, upload, video } from '../hardening/uploading.ts'
import { isInstalled } from '../support/fronts.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openSession, type Session } from '../support/session.ts'

/** Headers that differ with each connection or response, and the name of the web server. */
const passing = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding', 'x-request-id', 'last-modified', 'alt-svc']
/** Headers with tests of their own, because each web server sends other values. */
const apart = ['accept-ranges', 'content-encoding', 'content-length', 'content-security-policy', 'etag', 'vary']

/** Returns the headers that every web server must send unchanged. */
const kept = ({ headers }: Answer) =>
  Object.entries(headers)
    .filter(([name]) => ![...passing, ...apart].includes(name))
    .toSorted()

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

describe.each(['caddy', 'nginx'] as const)('behind %s with the configuration of deploy/', (name) => {
  // To run these tests: apt-get install caddy nginx
  if (!isInstalled(name)) return test.skip(`${name} is not installed on this machine`, () => {})

  let product: Product
  let session: Session
  const uploaded = { svg: '', webp: '', mp4: '' }
  const through = (path: string, headers = {}, method = 'GET') => send(product, `${method} ${path}`, { headers })
  const direct = (path: string, headers = {}, method = 'GET') =>
    send({ origin: product.processOrigin }, `${method} ${path}`, { headers })

  beforeAll(async () => {
    product = await startProduct({ REGISTRATION_LIMIT: '3' }, name)
    session = await openSession(product)
    const png = await sharp({ create: { width: 180, height: 50, channels: 3, background: '#c8141e' } })
      .png()
      .toBuffer()
    uploaded.svg = (await upload(product, session, 'logo.svg', svg)).publicURL
    uploaded.webp = (await upload(product, session, 'logo.png', png, 'header-logo')).publicURL
    const { uploadURL, publicURL } = await askAddress(product, session, 'video.mp4')
    await sendPieces(openUpload(product, uploadURL, session), video(1))
    uploaded.mp4 = publicURL
  })

  afterAll(() => product?.discard())

  const hashed = () => `/_assets/${readdirSync(join(product.dataDir, 'www/_assets')).find((file) => file.endsWith('.js'))}`
  const card = () => `/${readdirSync(join(product.dataDir, 'www')).find((file) => file.startsWith('compartir-'))}`
  const font = () => `/_assets/fonts/${readdirSync(join(product.dataDir, 'www/_assets/fonts'))[0]}`

  test('responses through the web server have every header that the app sends', async () => {
    const pages = ['/', '/login', '/login/', '/admin', '/admin/', '/puerta', '/puerta/', '/no-existe']
    const made = [
      '/agenda.ics',
      '/evento.ics',
      '/manifest.webmanifest',
      '/puerta.webmanifest',
      '/robots.txt',
      '/sitemap.xml',
      card(),
    ]
    made.push('/ahora.json', '/schedule.json', '/schedule.xml', '/schedule.csv')
    const built = ['/favicon.svg', '/icon-192.png', hashed(), font()]
    for (const path of [...pages, ...made, ...built, ...Object.values(uploaded)]) {
      const [front, own] = [await through(path), await direct(path)]
      expect([path, front.status, kept(front)]).toEqual([path, own.status, kept(own)])
      expect([path, front.bytes.equals(own.bytes)]).toEqual([path, true])
      if (own.headers['content-encoding']) expect(front.headers.vary).toBe('Accept-Encoding')
    }
  })

  test('serves the share card of a talk at the first request, before its file exists', async () => {
    const json = { title: 'Tejer la red', isPlenary: true, startTime: '10:00', endTime: '10:30' }
    await send(product, 'POST /api/agenda/events', { headers: session, json })
    for (const picture of ['/charlas/tejer-la-red.png', '/charlas/tejer-la-red-cuadrada.png']) {
      expect(readdirSync(join(product.dataDir, 'www/charlas'))).not.toContain(picture.slice('/charlas/'.length))
      const front = await through(picture)
      expect([picture, front.status, front.headers['content-type']]).toEqual([picture, 200, 'image/png'])
      expect(front.bytes.equals((await direct(picture)).bytes)).toBe(true)
    }
    for (const path of ['/charlas/no-existe.png', '/speakers/no-existe.ics'])
      expect([path, (await through(path)).status]).toEqual([path, 404])
  })

  test('the web server serves the page and pictures of a past conference edition', async () => {
    const save = async (call: string, json: object) => (await send(product, call, { headers: session, json })).status
    expect(await save('POST /api/speakers', { name: 'Ana Kej', title: '', company: '' })).toBe(201)
    expect(await save('POST /api/agenda/events', { title: 'Hilar fino', isPlenary: true, startTime: '11:00' })).toBe(201)
    const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' }
    expect(await save('POST /api/editions', { name: 'Conferencia 2099', eventDate: '2099-11-20', keep })).toBe(201)
    expect(statSync(join(product.dataDir, 'www/2025')).mode & 0o777).toBe(0o755)
    for (const path of ['/2025/', '/2025/charlas/hilar-fino', '/2025/charlas/hilar-fino.ics', '/2025/speakers/ana-kej.png']) {
      const [front, own] = [await through(path), await direct(path)]
      expect([path, front.status, kept(front)]).toEqual([path, 200, kept(own)])
      expect([path, front.bytes.equals(own.bytes)]).toEqual([path, true])
    }
    const picture = await through('/speakers/ana-kej.png')
    expect([picture.status, picture.bytes.equals((await through('/2025/speakers/ana-kej.png')).bytes)]).toEqual([200, false])
    const { status, headers } = await through('/charlas/hilar-fino.png')
    expect([status, headers.location, headers['cache-control']]).toEqual([
      301,
      '/2025/charlas/hilar-fino.png',
      'public, max-age=0, must-revalidate',
    ])
  })

  test('the header and the meta element of a page together have the complete content policy', async () => {
    const policies = async (path: string) => (await through(path)).headers['content-security-policy']
    for (const path of ['/', '/login', '/admin', '/no-existe', hashed(), uploaded.webp]) {
      expect([path, await policies(path)]).toEqual([path, hostPolicy])
    }
    expect(await policies(uploaded.svg)).toBe(svgPolicy)
    expect(await policies('/public-objects/no-existe.svg')).toBe(hostPolicy)
    const own = String((await direct('/')).headers['content-security-policy'])
    const inPage = /<meta http-equiv="content-security-policy" content="([^"]+)">/.exec((await through('/')).body)?.[1]
    const directives = (policy = '') => policy.split(';').map((directive) => directive.trim())
    const missing = directives(own).filter((each) => ![...directives(inPage), ...directives(hostPolicy)].includes(each))
    expect(missing).toEqual([])
  })

  const forms = name === 'caddy' ? { br: 'br', gzip: 'gzip' } : { br: null, gzip: 'gzip' }
  test.each([
    ['br', forms.br],
    ['gzip', forms.gzip],
    ['gzip, deflate, br, zstd', forms.br ?? 'gzip'],
    ['identity', null],
  ])('a request that accepts %s gets the file compressed with %s', async (accepted, encoding) => {
    for (const path of ['/', '/admin', hashed(), '/agenda.ics', '/no-existe', uploaded.svg]) {
      // The server also compresses pages after a start, so the compressed file may be missing at first.
      const encodingOf = async () => (await through(path, { 'Accept-Encoding': accepted })).headers['content-encoding'] ?? null
      await expect.poll(encodingOf, { message: path }).toBe(encoding)
      const { headers, bytes } = await through(path, { 'Accept-Encoding': accepted })
      const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
      expect([path, plain.equals((await direct(path)).bytes)]).toEqual([path, true])
      expect([path, headers['content-type']]).toEqual([path, (await direct(path)).headers['content-type']])
    }
  })

  test('a 404 response is never cached without revalidation', async () => {
    for (const path of ['/no-existe', '/_assets/no.js', '/public-objects/no.webp', '/agenda.xml', '/.env']) {
      const { status, headers } = await through(path)
      expect([path, status]).toEqual([path, 404])
      expect([path, headers['cache-control']]).toEqual([path, 'public, max-age=0, must-revalidate'])
      expect([path, headers['content-type']]).toEqual([path, 'text/html; charset=utf-8'])
    }
  })

  test('answers 405 to requests for pages with a method other than GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
      const { status } = await through('/', {}, method)
      expect([method, status]).toEqual([method, 405])
    }
  })

  test('the web server listens on IPv6 as well as on IPv4', async () => {
    const { port } = new URL(product.origin)
    for (const host of ['127.0.0.1', '::1']) {
      const asked = get({ host, port, path: '/api/live', headers: { Host: `localhost:${port}` } })
      const [answer] = await once(asked, 'response')
      answer.resume()
      expect([host, answer.statusCode]).toEqual([host, 200])
    }
  })

  test('the web server serves nothing outside the published folder', async () => {
    for (const path of [
      '/../conference.db',
      '/%2e%2e/conference.db',
      '/_assets/..%2f..%2fconference.db',
      '/..%5cconference.db',
    ]) {
      const { status, body } = await through(path)
      expect([path, status >= 400, body.includes('SQLite')]).toEqual([path, true, false])
    }
  })

  test('the web server answers HEAD with the headers of GET, and answers a known ETag with 304', async () => {
    const head = await through('/', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      (await direct('/', {}, 'HEAD')).headers['content-length'],
    ])
    const { etag = '' } = (await through('/', { 'Accept-Encoding': 'gzip' })).headers
    expect((await through('/', { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(304)
  })

  test('the web server answers a Range request with a part of a video', async () => {
    const [front, own] = [
      await through(uploaded.mp4, { Range: 'bytes=4-11' }),
      await direct(uploaded.mp4, { Range: 'bytes=4-11' }),
    ]
    const seen = ({ status, headers, body }: Answer) => [status, headers['content-range'], headers['content-type'], body]
    expect(seen(front)).toEqual(seen(own))
    expect(seen(front)[3]).toBe('ftypisom')
    expect((await through(uploaded.mp4)).headers['accept-ranges']).toBe('bytes')
  })

  test("the web server returns the API's answers unchanged", async () => {
    for (const path of ['/api/ready', '/api/hero', '/api/registrations', '/api/no-existe', '/api', '/upload/x?ticket=y']) {
      const [front, own] = [await through(path), await direct(path)]
      expect([path, front.status, front.body, kept(front)]).toEqual([path, own.status, own.body, kept(own)])
      expect(front.headers['content-security-policy']).toBe(own.headers['content-security-policy'])
    }
  })

  test('the web server serves a saved page immediately', async () => {
    for (const location of ['Teatro Nacional', 'Parque Central']) {
      expect((await send(product, 'PUT /api/hero', { headers: session, json: { location } })).status).toBe(200)
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { headers, bytes } = await through('/', { 'Accept-Encoding': accepted })
        const encoding = headers['content-encoding']
        const page = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
        expect([accepted, page.includes(location)]).toEqual([accepted, true])
      }
    }
  })

  test('the web server recognises two saves of equal length in one second as changes', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      let known = ''
      for (const location of ['Sala 1', 'Sala 2', 'Sala 3']) {
        expect((await send(product, 'PUT /api/hero', { headers: session, json: { location } })).status).toBe(200)
        const { status, headers } = await through('/', { 'Accept-Encoding': accepted, 'If-None-Match': known })
        expect([location, accepted, status]).toEqual([location, accepted, 200])
        known = String(headers.etag)
      }
    }
  })

  test('the web server passes an upload on to the app while still receiving it', async () => {
    const before = filesOf(product).length
    const { uploadURL } = await askAddress(product, session, 'video.mp4')
    const sent = openUpload(product, uploadURL, { ...session, 'Content-Length': 30 * 1024 * 1024 })
    const answered = answerTo(sent)
    const [first, ...others] = video(30)
    sent.write(first)
    await expect.poll(() => filesOf(product).length).toBe(before + 1)
    for (const piece of others) sent.write(piece)
    sent.end()
    const { status, body } = await answered
    expect(status).toBe(201)
    expect((await through(JSON.parse(body).publicURL, {}, 'HEAD')).headers['content-length']).toBe(String(30 * 1024 * 1024))
  })

  test('the web server refuses an upload over 100 MB with a message in Spanish', async () => {
    const { uploadURL } = await askAddress(product, session, 'video.mp4')
    const length = { 'Content-Length': 100 * 1024 * 1024 + 1 }
    const { status, body } = await sendPieces(openUpload(product, uploadURL, { ...session, ...length }), video(100, 1))
    expect([status, JSON.parse(body)]).toEqual([413, { error: 'El archivo debe ser menor a 100MB' }])
  })

  test('the limit of registrations counts the visitor’s real IP address, not X-Forwarded-For', async () => {
    let count = 0
    const register = async (localAddress: string) => {
      const headers = { 'X-Forwarded-For': `10.0.0.${++count}`, Host: new URL(product.origin).host }
      const json = { name: 'Ana López', email: `ana${count}@ejemplo.gt`, phone: '+502 5555 1234' }
      const to = { origin: product.origin.replace('localhost', '127.0.0.1') }
      return (await send(to, 'POST /api/registrations', { headers, json, localAddress })).status
    }
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push(await register('127.0.0.1'))
    expect(statuses).toEqual([201, 201, 201, 429])
    expect(await register('127.0.0.2')).toBe(201)
  })

  // This test is the last one, because it kills the server.
  test('the page stays online and the API answers 503 while the app is down', async () => {
    const before = await through('/')
    process.kill(product.pid(), 'SIGKILL')
    await expect.poll(async () => (await through('/api/ready')).status).toBe(503)
    const { headers, body } = await through('/api/ready')
    expect([headers['retry-after'], headers['content-type'], JSON.parse(body)]).toEqual([
      '5',
      'application/json',
      { error: 'El sitio se está actualizando. Inténtalo de nuevo en unos segundos.' },
    ])
    expect((await through('/')).body).toBe(before.body)
    expect(await readFile(join(product.dataDir, 'www/index.html'))).toEqual(before.bytes)
  })
})
