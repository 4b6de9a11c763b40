import { describe, expect, test } from 'vitest'
import { stored } from '../../data/testing.ts'
import { addUser, call, password, signInAs, withAdmin } from '../testing.ts'

const luis = { name: 'Luis', email: 'luis@conferencia.gt', password: 'otro secreto' }

test('every signed-in user sees the list of users without password hashes', async () => {
  const { app, admin } = await withAdmin()
  const user = await addUser(app.db, { email: 'user@conferencia.gt', role: 'user' })
  const answer = await call(app, 'GET /api/users', { cookie: await signInAs(app, user) })
  const signedIn = { lastLoginAt: expect.stringMatching(/Z$/), lastSeenAt: expect.stringMatching(/Z$/) }
  const users = [
    { ...admin, ...signedIn },
    { ...user, ...signedIn },
  ].toSorted((a, b) => a.id.localeCompare(b.id))
  expect([answer.status, await answer.json()]).toEqual([200, users])
})

describe('creating a user', () => {
  test.each([
    [luis, { role: 'user', isActive: true }],
    [
      { ...luis, role: 'admin', isActive: false },
      { role: 'admin', isActive: false },
    ],
  ])('creates a user from %o, with the role user by default', async (json, given) => {
    const { app, cookie } = await withAdmin()
    const answer = await call(app, 'POST /api/users', { cookie, json })
    const user = await answer.json()
    const { name, email } = luis
    const times = {
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: user.createdAt,
      lastLoginAt: null,
      lastSeenAt: null,
      picture: '',
      isInvited: false,
      hasSecondFactor: false,
    }
    expect(answer.status).toBe(201)
    expect(user).toEqual({ id: expect.any(String), name, email, ...given, ...times })
    expect(await (await call(app, 'GET /api/users', { cookie })).json()).toContainEqual(user)
  })

  test('a new user can sign in, and the database has only the Argon2id hash of the password', async () => {
    const { app, cookie } = await withAdmin()
    await call(app, 'POST /api/users', { cookie, json: luis })
    const json = { email: luis.email, password: luis.password }
    expect((await call(app, 'POST /api/auth/login', { json })).status).toBe(200)
    const hash = app.db.prepare('SELECT passwordHash FROM users WHERE email = ?').pluck().get(luis.email)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test("rejects a new user with another user's e-mail, in upper or lower case", async () => {
    const { app, cookie } = await withAdmin()
    const before = stored(app.db)
    const answer = await call(app, 'POST /api/users', { cookie, json: { ...luis, email: 'ADMIN@conferencia.gt' } })
    const fields = { email: 'Ya existe un usuario con este correo' }
    expect([answer.status, await answer.json()]).toEqual([422, { error: 'Revisa los campos marcados.', fields }])
    expect(stored(app.db)).toEqual(before)
  })
})

describe('changing a user', () => {
  test.each([{ name: 'Luisa' }, { email: 'luisa@conferencia.gt' }, { role: 'admin' }, { isActive: false }])(
    'changing a user with %o keeps all other fields',
    async (json) => {
      const { app, cookie } = await withAdmin()
      const user = await addUser(app.db, { email: luis.email, role: 'user' })
      const answer = await call(app, `PUT /api/users/${user.id}`, { cookie, json })
      const changed = { ...user, ...json, updatedAt: expect.not.stringMatching(user.updatedAt) }
      expect([answer.status, await answer.json()]).toEqual([200, changed])
      expect(await (await call(app, 'GET /api/users', { cookie })).json()).toContainEqual(changed)
    },
  )

  test("saving an empty password keeps a user's password and sessions", async () => {
    const { app, cookie } = await withAdmin()
    const user = await addUser(app.db, { email: luis.email, role: 'user' })
    const session = await signInAs(app, user)
    await call(app, `PUT /api/users/${user.id}`, { cookie, json: { name: 'Luisa', password: '' } })
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(200)
    expect(await signInAs(app, user)).toMatch(/^session=/)
  })

  test('a new password replaces the old one and ends the sessions of the user', async () => {
    const { app, cookie } = await withAdmin()
    const user = await addUser(app.db, { email: luis.email, role: 'user' })
    const session = await signInAs(app, user)
    await call(app, `PUT /api/users/${user.id}`, { cookie, json: { password: 'secreto nuevo' } })
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(401)
    const login = (password: string) => call(app, 'POST /api/auth/login', { json: { email: user.email, password } })
    expect([(await login(password)).status, (await login('secreto nuevo')).status]).toEqual([401, 200])
  })

  test('deactivating a user ends their sessions, and activating allows new ones', async () => {
    const { app, cookie } = await withAdmin()
    const user = await addUser(app.db, { email: luis.email, role: 'user' })
    const session = await signInAs(app, user)
    await call(app, `PUT /api/users/${user.id}`, { cookie, json: { isActive: false } })
    const login = { json: { email: user.email, password } }
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(401)
    expect((await call(app, 'POST /api/auth/login', login)).status).toBe(401)
    await call(app, `PUT /api/users/${user.id}`, { cookie, json: { isActive: true } })
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(401)
    expect((await call(app, 'POST /api/auth/login', login)).status).toBe(200)
  })

  test("rejects changing a user's e-mail to the e-mail of another user", async () => {
    const { app, cookie, admin } = await withAdmin()
    await addUser(app.db, { email: luis.email, role: 'user' })
    const before = stored(app.db)
    const answer = await call(app, `PUT /api/users/${admin.id}`, { cookie, json: { email: 'LUIS@conferencia.gt' } })
    const fields = { email: 'Ya existe un usuario con este correo' }
    expect([answer.status, await answer.json()]).toEqual([422, { error: 'Revisa los campos marcados.', fields }])
    expect(stored(app.db)).toEqual(before)
  })
})

describe('deleting a user', () => {
  test("deleting a user ends the user's sessions", async () => {
    const { app, cookie } = await withAdmin()
    const user = await addUser(app.db, { email: luis.email, role: 'user' })
    const session = await signInAs(app, user)
    const answer = await call(app, `DELETE /api/users/${user.id}`, { cookie })
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(401)
    expect(stored(app.db).users).toHaveLength(1)
  })
})

test('cannot change or delete a user who does not exist', async () => {
  const { app, cookie } = await withAdmin()
  const changed = await call(app, 'PUT /api/users/unknown', { cookie, json: { name: 'Nadie' } })
  const deleted = await call(app, 'DELETE /api/users/unknown', { cookie })
  for (const answer of [changed, deleted]) {
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'No se encontró lo que buscas.' }])
  }
})

describe('choosing a password', () => {
  const common = 'Esta contraseña es una de las más usadas del mundo. Elige otra.'
  const own = 'La contraseña no puede ser tu nombre ni tu correo.'

  test.each([
    ['qwerty', common],
    ['Luis@conferencia.gt', own],
    ['12345', 'Contraseña debe tener al menos 6 caracteres'],
  ])('rejects %s as a password, both for a new and for an existing user', async (chosen, message) => {
    const { app, cookie } = await withAdmin()
    const created = await call(app, 'POST /api/users', { cookie, json: { ...luis, password: chosen } })
    expect([created.status, await created.json()]).toMatchObject([422, { fields: { password: message } }])
    const user = await addUser(app.db, { email: luis.email })
    const changed = await call(app, `PUT /api/users/${user.id}`, { cookie, json: { password: chosen } })
    expect([changed.status, await changed.json()]).toMatchObject([422, { fields: { password: message } }])
  })

  test("rejects a password that equals the user's new name", async () => {
    const { app, cookie } = await withAdmin()
    const user = await addUser(app.db, { email: luis.email })
    const json = { name: 'Ixchel Batz', password: 'ixchel-batz' }
    const answer = await call(app, `PUT /api/users/${user.id}`, { cookie, json })
    expect([answer.status, await answer.json()]).toMatchObject([422, { fields: { password: own } }])
  })
})

test('rejects the conference’s name as a password', async () => {
  const { app, cookie } = await withAdmin()
  await call(app, 'PUT /api/event', { cookie, json: { name: 'Días de la Red' } })
  const named = { password: 'diasdelared' }
  const refused = { password: expect.stringContaining('el nombre de la conferencia') }
  const made = await call(app, 'POST /api/users', { cookie, json: { ...luis, ...named } })
  expect([made.status, (await made.json()).fields]).toEqual([422, refused])
  const own = await call(app, 'PUT /api/auth/me', { cookie, json: { currentPassword: password, ...named } })
  expect([own.status, (await own.json()).fields]).toEqual([422, refused])
})
