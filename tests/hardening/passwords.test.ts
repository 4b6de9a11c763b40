import { describe, expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { sharedProduct } from '../support/fixtures.ts'
import { admin, startProduct } from '../support/product.ts'
import { openSession } from '../support/session.ts'
import { openDatabase, send } from './client.ts'

const product = await sharedProduct()
const db = openDatabase(product)
const session = await openSession(product)

type Account = { name: string; email: string; password: string; role: 'user' | 'admin' }

async function addAccount(
  fields: Partial<Account> = {},
): Promise<{ id: string; account: Account; status: number; body: string }> {
  const account: Account = {
    name: 'Ixchel Batz',
    email: `${crypto.randomUUID()}@ejemplo.gt`,
    password: 'un secreto',
    role: 'user',
    ...fields,
  }
  const { status, body } = await send(product, 'POST /api/users', { headers: session, json: account })
  return { id: JSON.parse(body).id, account, status, body }
}

const changeOwn = (headers: Record<string, string>, currentPassword: string, password: string) =>
  send(product, 'PUT /api/auth/me', { headers, json: { currentPassword, password } })

describe('passwords', () => {
  test.each(['123456', 'password', 'qwerty', 'iloveyou', 'Dragon', 'ixchel batz', 'IXCHEL'])(
    'refuses the common password %s',
    async (password) => {
      const { status, body } = await addAccount({ password })
      expect([status, Object.keys(JSON.parse(body).fields)]).toEqual([422, ['password']])
    },
  )

  test('refuses a password of fewer than six characters with the specified message', async () => {
    const { status, body } = await addAccount({ password: 'abc12' })
    expect([status, JSON.parse(body).fields]).toEqual([422, { password: 'Contraseña debe tener al menos 6 caracteres' }])
  })

  test.each(['user', 'admin'] as const)('a user with the role %s needs the current password to change it', async (role) => {
    const { account } = await addAccount({ role })
    const own = await openSession(product, account)
    const elsewhere = await openSession(product, account)
    const wrong = await changeOwn(own, 'otra cosa', 'el nuevo secreto')
    expect([wrong.status, JSON.parse(wrong.body).fields]).toEqual([
      422,
      { currentPassword: 'La contraseña actual no es correcta' },
    ])
    expect((await changeOwn(own, account.password, '123456')).status).toBe(422)
    expect((await changeOwn({ Origin: product.origin }, account.password, 'el nuevo secreto')).status).toBe(401)

    const changed = await changeOwn(own, account.password, 'el nuevo secreto')
    expect(changed.status).toBe(200)
    const fresh = { Origin: product.origin, Cookie: changed.headers['set-cookie']?.[0]?.replace(/;.*/, '') ?? '' }
    const seen = [own, elsewhere, fresh].map(async (headers) => (await send(product, 'GET /api/users', { headers })).status)
    expect(await Promise.all(seen)).toEqual([401, 401, 200])
    await expect(openSession(product, account)).rejects.toThrow('401')
    await openSession(product, { ...account, password: 'el nuevo secreto' })
  })

  test('limits how often a signed-in user can guess their current password', async () => {
    const { id, account } = await addAccount({ role: 'admin' })
    const own = await openSession(product, account)
    const direct = await send(product, `PUT /api/users/${id}`, { headers: own, json: { password: 'el nuevo secreto' } })
    expect([direct.status, Object.keys(JSON.parse(direct.body).fields)]).toEqual([422, ['password']])
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await changeOwn(own, `intento ${count}`, 'el nuevo secreto')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })

  test('a password that was set before the current rules still signs in', async () => {
    const { id, account } = await addAccount()
    const hash = db.prepare('SELECT passwordHash FROM users WHERE email = ?').pluck().get(admin.email)
    // Stores a password that the current rules refuse: the account's own e-mail.
    db.prepare('UPDATE users SET passwordHash = ?, name = ? WHERE id = ?').run(hash, admin.password, id)
    await openSession(product, { ...account, password: admin.password })
  })

  test('the server does not start with a very common password as ADMIN_PASSWORD', async () => {
    const first = startProduct({ DATA_DIR: temporaryDir(), ADMIN_PASSWORD: 'password' })
    await expect(first).rejects.toThrow(/ADMIN_PASSWORD: Esta contraseña/)
  })
})
