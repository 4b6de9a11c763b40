import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { itemIdentitySchema, itemSchemas } from '../../data/content/schema.ts'
import { call, createTestApp, seed, signIn } from '../testing.ts'
import { calls, publishedFiles } from './calls.ts'
import { type ApiDocument, describeApi } from './document.ts'

async function described(): Promise<ApiDocument> {
  const test = await createTestApp()
  return (await call(test, 'GET /api/openapi.json')).json()
}

test('the OpenAPI document follows the specification', async () => {
  expect(await new Validator().validate(await described())).toEqual({ valid: true })
})

test('every row of calls.md has a summary and an HTTP status', () => {
  const rows = [...calls, ...publishedFiles]
  expect(rows.length).toBeGreaterThan(150)
  const unreadable = rows.filter(([, { summary, status }]) => !summary || !(status >= 200 && status < 400))
  expect(unreadable).toEqual([])
  expect(publishedFiles.get('GET /login')).toEqual({
    summary: 'The form to sign in.',
    details: '',
    headers: [],
    status: 200,
    answers: { 304: 'Not modified' },
  })
  expect(calls.get('POST /api/speakers')).toMatchObject({
    headers: ['Idempotency-Key'],
    status: 201,
    answers: { 409: expect.any(String) },
  })
})

test('every call has a row in calls.md, and every row has a call', async () => {
  const { app } = await createTestApp()
  const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`))
  expect([...calls.keys()].filter((call) => !routes.has(call))).toEqual([])
  const unknown = { ...app.routes.at(-1), method: 'GET', path: '/api/unknown' } as (typeof app.routes)[number]
  expect(() => describeApi([unknown], 'Test', 'http://localhost')).toThrow('GET /api/unknown')
})

test('the OpenAPI document describes the published files such as schedule.json', async () => {
  const test = await createTestApp({ isPublished: true })
  const { paths } = await (await call(test, 'GET /api/openapi.json')).json()
  for (const name of publishedFiles.keys()) {
    const path = name.replace('GET ', '')
    expect([path, paths[path]?.get?.security]).toEqual([path, []])
    expect([path, (await call(test, `GET ${path}`)).status]).toEqual([path, 200])
  }
})

test('the OpenAPI document lists the permissions, body and responses of a call', async () => {
  const { paths } = await described()
  expect(paths['/api/users']?.post).toMatchObject({
    description: 'Administrators only.',
    security: [{ session: [] }],
    requestBody: { content: { 'application/json': { schema: { required: ['name', 'email', 'password'] } } } },
    responses: { 201: {}, 401: {}, 403: {}, 422: {} },
  })
  expect(paths['/api/registrations']?.post?.security).toEqual([])
  expect(paths['/api/registrations']?.get?.parameters.map(({ name }) => name)).toContain('search')
  expect(paths['/api/history/{revision}']?.get?.parameters).toContainEqual({
    name: 'revision',
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })
})

test('the OpenAPI document lists the request headers that a call reads', async () => {
  const { paths } = await described()
  const headers = (path: string, method: string) =>
    (paths[path]?.[method]?.parameters ?? []).flatMap((parameter) => (parameter.in === 'header' ? parameter.name : []))
  expect([headers('/api/speakers', 'post'), headers('/api/speakers/{id}', 'put')]).toEqual([['Idempotency-Key'], ['If-Match']])
  expect([headers('/api/hero', 'put'), headers('/api/history/at', 'post')]).toEqual([['If-Match', 'Move-Days'], ['If-Match']])
  expect([headers('/api/registrations', 'post'), headers('/api/users', 'post')]).toEqual([['Idempotency-Key'], []])
})

test('the OpenAPI document lists 401 for calls that need a recent sign-in', async () => {
  const { paths } = await described()
  const refusal = (path: string, method: string) => paths[path]?.[method]?.responses[401]?.description ?? ''
  for (const [path, method] of [
    ['/api/users/{id}', 'put'],
    ['/api/security', 'put'],
    ['/api/auth/totp', 'delete'],
  ] as const)
    expect([path, refusal(path, method)]).toEqual([path, expect.stringContaining('signInAgain')])
  expect([refusal('/api/users', 'get'), refusal('/api/hero', 'put')]).toEqual(['Nobody is signed in', 'Nobody is signed in'])
})

test('the OpenAPI document lists 403 for a missing second factor only where it can occur', async () => {
  const { paths } = await described()
  const refusal = (path: string) => paths[path]?.get?.responses[403]?.description ?? ''
  for (const path of ['/api/door/list', '/api/door/summary', '/api/users', '/api/history'])
    expect([path, refusal(path)]).toEqual([path, expect.stringContaining('second factor')])
  expect([refusal('/api/auth/sessions'), refusal('/metrics'), refusal('/api/hero')]).toEqual(['', '', ''])
})

test('the OpenAPI document describes in words the checks that JSON Schema cannot express', async () => {
  const { paths } = await described()
  const fieldsOf = (path: string, method: string): Record<string, unknown> => {
    const [body] = Object.values(paths[path]?.[method]?.requestBody?.content ?? {})
    return (body?.schema.properties ?? {}) as Record<string, unknown>
  }
  expect(fieldsOf('/api/registrations', 'post').email).toMatchObject({ format: 'email', maxLength: 254 })
  const said = { description: expect.any(String) }
  const [instant, day] = ['date-time', 'date'].map((format) => ({ ...said, allOf: [{ anyOf: [{ format }, { maxLength: 0 }] }] }))
  expect(fieldsOf('/api/hero', 'put')).toMatchObject({
    eventDate: { ...said, anyOf: [{ format: 'date-time' }, { format: 'date' }, { type: 'integer' }] },
    heroLogo: said,
  })
  expect(fieldsOf('/api/places', 'put')).toMatchObject({ opensAt: instant, closesAt: instant })
  expect(fieldsOf('/api/about', 'put')).toMatchObject({ imageUrl: { ...said, format: 'iri-reference' } })
  expect(fieldsOf('/api/speakers', 'post')).toMatchObject({ image: said, linkedinUrl: said })
  expect(fieldsOf('/api/agenda/events', 'post')).toMatchObject({ day, startTime: { pattern: expect.any(String) } })
  expect(fieldsOf('/api/partners', 'post')).toMatchObject({ website: { ...said, format: 'iri-reference' } })
})

test("the OpenAPI document lists the form fields of a person's page as optional", async () => {
  const { paths } = await described()
  const form = (path: string) => paths[path]?.post?.requestBody
  const fields = (path: string) =>
    Object.keys((form(path)?.content['application/x-www-form-urlencoded']?.schema.properties ?? {}) as object)
  expect(fields('/registro/{token}')).toEqual(['name', 'company', 'position', 'phone'])
  expect(fields('/registro/{token}/constancia')).toEqual(['name'])
  expect(fields('/registro/{token}/recordatorios')).toEqual(['wanted', 'List-Unsubscribe'])
  expect(form('/registro/{token}')?.required).toBe(false)
  const statuses = Object.keys(paths['/registro/{token}/constancia']?.post?.responses ?? {})
  expect(statuses).not.toContain('422')
})

test('answers every wrong request with an HTTP status listed in the OpenAPI document', async () => {
  const test = await createTestApp({ isPublished: true })
  const cookie = await signIn(test)
  const { paths } = await described()
  const json = (body: string) => ({ headers: { 'Content-Type': 'application/json' }, body })
  const wrong = {
    'without a session': { cookie: undefined, ...json('{}') },
    'from another site': { ...json('{}'), headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' } },
    'of another type': { headers: { 'Content-Type': 'text/csv' }, body: 'a,b' },
    'as a form that is none': { headers: { 'Content-Type': 'multipart/form-data' }, body: 'a' },
    'broken off': json('{"name":'),
    'with an unknown field': json('{"unknown":1}'),
    'too large': { headers: { 'Content-Type': 'application/json', 'Content-Length': '2000000' }, body: '{}' },
    'about nothing': {},
  }
  const undocumented: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(methods))
      for (const [what, sent] of Object.entries(wrong)) {
        // Skips the logout, which would end the session of all further requests.
        if (path === '/api/auth/logout' && what === 'about nothing') continue
        const request = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'unknown')}` as Parameters<typeof call>[1]
        const { status } = await call(test, request, {
          cookie,
          ...(method === 'get' ? { cookie: 'cookie' in sent ? undefined : cookie } : sent),
        })
        if (!(status in responses)) undocumented.push(`${request} ${what}: ${status}`)
      }
  expect(undocumented).toEqual([])
})

describe('responses follow their schema in the OpenAPI document', () => {
  test.each(['speakers', 'partners'] as const)('the items of %s follow their schema in the OpenAPI document', async (key) => {
    const test = await createTestApp()
    await seed(test.db)
    const [item] = await (await call(test, `GET /api/${key}`)).json()
    const itemSchema: z.ZodObject = itemSchemas[key]
    const privateFields = key === 'speakers' ? { email: true as const } : {}
    expect(itemSchema.partial(privateFields).extend(itemIdentitySchema.shape).parse(item)).toEqual(item)
    const schema = (await described()).paths[`/api/${key}`]?.get?.responses
    expect(JSON.stringify(schema)).toContain('"updatedAt"')
  })
})

test('the public page with the API reference shows every call, without scripts', async () => {
  const test = await createTestApp()
  const answer = await call(test, 'GET /api/reference')
  const page = await answer.text()
  for (const name of calls.keys()) expect(page).toContain(name.replaceAll(/:(\w+)/g, '{$1}'))
  expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
  expect(page).not.toContain('<script')
})
