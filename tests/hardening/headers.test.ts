import { describe, expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import type { Product } from '../support/product.ts'
import { type Answer, send } from './client.ts'

const product = await sharedProduct()
const secure = await sharedProduct({ PUBLIC_ORIGIN: 'https://conferencia.gt', TRUST_PROXY: '1' })

/** Gets the file three times, because only the first answer comes from the app. Later answers are cached. */
async function get(server: Product, path: string, headers: Record<string, string> = {}): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let count = 0; count < 3; count++) answers.push(await send(server, `GET ${path}`, { headers }))
  return answers
}

describe('security headers', () => {
  const pages = ['/', '/login', '/admin', '/no-existe', '/api/hero', '/api/users', '/favicon.svg', '/robots.txt']

  test.each(pages)('%s has the security headers', async (path) => {
    for (const { headers } of await get(secure, path)) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': 'max-age=63072000',
      })
    }
    for (const { headers } of await get(product, path)) expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('only the page of the door may use the camera', async () => {
    for (const path of ['/puerta', '/puerta/', '/puerta?quiosco'])
      for (const { headers } of await get(secure, path))
        expect([path, headers['permissions-policy']]).toEqual([path, expect.stringMatching(/camera=\(self\), geolocation=\(\)/)])
    for (const path of ['/puerta-sw.js', '/puerta.webmanifest', '/puertas'])
      for (const { headers } of await get(secure, path)) expect(headers['permissions-policy']).toContain('camera=()')
  })

  test.each(['/', '/login', '/admin', '/puerta', '/no-existe', '/api/hero', '/api/no-existe'])(
    'the content policy of %s forbids injected scripts',
    async (path) => {
      for (const { headers } of await get(product, path)) {
        const policy = String(headers['content-security-policy'])
        const directives = new Map(policy.split(';').map((text) => text.trim().split(/\s+(.*)/s, 2) as [string, string]))
        // Directives that are missing use `default-src`: objects, frames and workers.
        expect(directives.get('default-src')).toBe("'none'")
        expect(directives.get('frame-ancestors')).toBe("'none'")
        expect(directives.get('script-src') ?? '').not.toMatch(/unsafe|\*|https?:|data:/)
        for (const open of ['object-src', 'worker-src']) expect(directives.get(open) ?? "'none'").toBe("'none'")
        // Only the panel shows frames, which are previews of its own site.
        expect(directives.get('frame-src') ?? "'none'").toBe(path.startsWith('/admin') ? "'self'" : "'none'")
        if (!path.startsWith('/api')) expect(directives.get('base-uri')).toBe("'none'")
      }
    },
  )
})

test('no response contains the Host header of its request', async () => {
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Server': 'evil.example',
    'X-Original-URL': '/evil.example',
    Forwarded: 'host=evil.example',
  }
  const paths = [
    '/',
    '/login',
    '/no-existe',
    '/robots.txt',
    '/sitemap.xml',
    '/evento.ics',
    '/agenda.ics',
    '/schedule.json',
    '/schedule.xml',
    '/schedule.csv',
    '/api/hero',
    '/api/no-existe',
  ]
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const server of [product, secure]) {
    const answers = (await Promise.all(paths.map((path) => get(server, path, headers)))).flat()
    answers.push(
      await send(server, 'POST /api/registrations', { headers: { ...headers, ...form }, body: 'name=José&email=a@ejemplo.gt' }),
    )
    expect(answers.filter((answer) => JSON.stringify(answer).includes('evil.example'))).toEqual([])
    // The control: these are complete answers with addresses of the site.
    expect(answers.find(({ body }) => body.includes('<urlset'))?.body).toContain(
      server === secure ? 'https://conferencia.gt/' : `${server.origin}/`,
    )
    expect(answers.at(-1)?.headers.location).toBe('/#registro-exitoso')
  }
})
