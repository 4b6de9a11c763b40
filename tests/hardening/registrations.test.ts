import { expect, test } from 'vitest'
import type { Registration } from '../../data/registrations/schema.ts'
import { createClient } from '../../demo/client.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { organiserOf } from '../support/session.ts'
import { filesHolding } from './client.ts'

const product = await sharedProduct()
const limited = await sharedProduct({ REGISTRATION_LIMIT: '5', TRUST_PROXY: '1' })
const organiser = await organiserOf(product)

const visitor = createClient(product.origin)
const register = (json: object) => visitor('POST /api/registrations', json)

async function registered(): Promise<Registration[]> {
  return (await organiser('GET /api/registrations')).json()
}

const emails = async () => (await registered()).map(({ email }) => email)

/** Returns the answer without the headers that differ each time. */
async function seen(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return JSON.stringify([answer.status, headers, await answer.text()])
}

test('stores fifty identical simultaneous registrations as one', async () => {
  const json = { name: 'José', email: 'cincuenta@ejemplo.gt' }
  const answers = await Promise.all(Array.from({ length: 50 }, () => register(json)))
  const [first, ...others] = new Set(await Promise.all(answers.map(seen)))
  expect([first?.startsWith('[201'), others]).toEqual([true, []])
  expect((await emails()).filter((email) => email === json.email)).toHaveLength(1)
})

/** Registers from an IP address, which the proxy in front would name. */
function registerFrom(address: string, name: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
  const body = JSON.stringify({ name, email: `${name}@ejemplo.gt` })
  return fetch(`${limited.origin}/api/registrations`, { method: 'POST', headers, body })
}

test('answers an IP address above the registration limit with Retry-After', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 8; count++) {
    const answer = await registerFrom('10.0.0.1', `uno${count}`)
    statuses.push(answer.status)
    if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
  expect((await registerFrom('10.0.0.2', 'otra')).status).toBe(201)
  expect((await fetch(limited.origin)).status).toBe(200)
})

test('rejects a registration that fills the hidden field, as JSON and as a form', async () => {
  const html = await (await fetch(product.origin)).text()
  const form = /<form[^>]*action="\/api\/registrations.*?<\/form>/s.exec(html)?.[0] ?? ''
  const names = [...form.matchAll(/<(?:input|textarea)[^>]*\bname="([^"]+)"/g)].map(([, name = '']) => name)
  expect(names).toEqual(['name', 'email', 'phone', 'comments', 'reserved'])
  const fill = (email: string, fields: string[]) =>
    Object.fromEntries(fields.map((name) => [name, name === 'email' ? email : `${name} 1`]))
  const isPersons = (name: string) => name !== 'reserved'
  const send = (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    return fetch(`${product.origin}/api/registrations`, { method: 'POST', body, redirect: 'manual' })
  }
  const byForm = [
    await send(fill('persona1@ejemplo.gt', names.filter(isPersons))),
    await send(fill('programa1@ejemplo.gt', names)),
  ]
  const byJson = [
    await register(fill('persona2@ejemplo.gt', names.filter(isPersons))),
    await register(fill('programa2@ejemplo.gt', names)),
  ]
  expect([byForm, byJson].map((answers) => answers.map(({ status }) => status))).toEqual([
    [303, 422],
    [201, 422],
  ])
  expect((await emails()).filter((email) => /^(persona|programa)/.test(email)).toSorted()).toEqual([
    'persona1@ejemplo.gt',
    'persona2@ejemplo.gt',
  ])
})

test('stores the consent text of the page, not a text sent by the visitor', async () => {
  const marketingText = 'Quiero recibir el boletín de la conferencia'
  await organiser('PUT /api/registration-form', { marketingText })
  expect(await (await fetch(product.origin)).text()).toContain(marketingText)

  const [before, accepts] = [new Date().toISOString(), { name: 'Ana', email: 'acepta@ejemplo.gt', acceptsMarketing: true }]
  expect((await register({ ...accepts, consentText: 'Todo' })).status).toBe(422)
  expect((await register(accepts)).status).toBe(201)
  await register({ name: 'Luis', email: 'no-acepta@ejemplo.gt' })
  const consentOf = async (email: string) => (await registered()).find((registration) => registration.email === email)
  const consent = await consentOf('acepta@ejemplo.gt')
  expect(consent?.consentText).toBe(marketingText)
  expect([before <= (consent?.consentDate ?? ''), (consent?.consentDate ?? '~') <= new Date().toISOString()]).toEqual([
    true,
    true,
  ])
  expect(await consentOf('no-acepta@ejemplo.gt')).toMatchObject({ consentText: null, consentDate: null })
})

test('after erasing a registration, no database file contains its data', async () => {
  const email = 'olvidenme@ejemplo.gt'
  await register({ name: 'Olvídenme Porfavor', email })
  // The control: before the erasure, the files contain the e-mail.
  expect(filesHolding(product, email).length).toBeGreaterThan(0)
  const id = (await registered()).find((registration) => registration.email === email)?.id
  await organiser(`DELETE /api/registrations/${id}/data`)
  expect([filesHolding(product, email), filesHolding(product, 'Olvídenme')]).toEqual([[], []])
})
