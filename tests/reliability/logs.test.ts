import { expect, onTestFinished, test } from 'vitest'
import { signedIn } from '../../demo/client.ts'
import { admin, startProduct } from '../support/product.ts'

test('the log has a line with a request id for every call, and no personal data', async () => {
  const product = await startProduct()
  onTestFinished(product.discard)
  const client = await signedIn(product.origin, admin)

  const person = {
    name: 'Xóchitl Ajú',
    email: 'xochitl.aju@ejemplo.gt',
    phone: '+502 5555 9876',
    comments: 'Soy alérgica al maní',
  }
  const form = new URLSearchParams(person)
  const answers = [
    await client('POST /api/registrations', person),
    await client('POST /api/registrations', { ...person, email: 'xochitl.aju@' }),
    await fetch(`${product.origin}/api/registrations`, { method: 'POST', body: form, redirect: 'manual' }),
    await client('GET /api/registrations?search=xochitl.aju@ejemplo.gt'),
    await client('GET /api/registrations/export?search=Ajú'),
    await client('POST /api/auth/login', { email: person.email, password: 'xochitl.aju' }),
    await client('POST /api/users', { ...person, password: 'contraseña-de-xóchitl', role: 'user', isActive: true }),
    await client('GET /api/xochitl.aju@ejemplo.gt'),
  ]
  const [registered] = await (await client('GET /api/registrations')).json()
  answers.push(await client(`DELETE /api/registrations/${registered.id}`))
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 303, 200, 200, 401, 422, 404, 200])
  await product.end()

  const log = product.log()
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  const entries: { requestId?: string; msg?: string }[] = lines.map((line) => JSON.parse(line))
  const calls = entries.filter(({ msg }) => msg === 'request')
  expect(calls.length).toBeGreaterThanOrEqual(answers.length)
  expect(calls.filter(({ requestId }) => !/^[0-9a-f-]{36}$/.test(requestId ?? ''))).toEqual([])
  // Paths with status 404 are left out, because visitors can invent them. Other paths contain no personal data.
  const ours = lines.filter((line) => !line.includes('"status":404'))
  // Searches only long parts of the telephone number, because a request id may contain four of its digits.
  expect(ours.filter((line) => /xochitl|xóchitl|ajú|5555(%20|\D)?9876|alérgica|contraseña/i.test(line))).toEqual([])
  expect(log).not.toContain(admin.password)
})
