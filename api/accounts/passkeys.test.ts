import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { join } from 'node:path'
import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect, test } from 'vitest'
import { later } from '../../data/testing.ts'
import { addUser, call, cookieOf, createTestApp, password, signInAs } from '../testing.ts'

const origin = 'https://conferencia.gt'
const ana = { email: 'ana@conferencia.gt' }

/** Encodes texts, bytes, whole numbers and maps as CBOR. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function authenticator({ isVerified = true, rpId = 'conferencia.gt', from: home = origin } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const clientData = (type: string, challenge: string, from = home) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function data(withKey: boolean): Buffer {
    counter += 1
    const flags = 1 | (isVerified ? 4 : 0) | (withKey ? 64 : 0)
    const head = Buffer.alloc(5)
    head[0] = flags
    head.writeUInt32BE(counter, 1)
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
    const key = withKey ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, cose] : []
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, ...key])
  }

  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    id: id.toString('base64url'),
    register({ challenge }: { challenge: string }) {
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data(true)],
        ]),
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    signIn({ challenge }: { challenge: string }, from = origin) {
      const authenticatorData = data(false)
      const said = clientData('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([authenticatorData, createHash('sha256').update(said).digest()]), privateKey)
      return answer({
        clientDataJSON: said.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

async function withPasskey(options: Parameters<typeof authenticator>[0] = {}) {
  const app = await createTestApp({ config: { publicOrigin: origin }, database: 'file' })
  const user = await addUser(app.db, ana)
  const headers = { Origin: origin }
  const cookie = await signInAs(app, user)
  const phone = authenticator(options)
  const post = async (path: string, json: object, session?: string) =>
    call(app, `POST /api/auth/passkeys/${path}`, { json, cookie: session, headers })
  const asked = await (await post('register/options', {}, cookie)).json()
  const added = await post('register', { ...phone.register(asked), name: 'Teléfono' }, cookie)
  const question = async () => (await post('sign-in/options', {})).json()
  return { app, user, cookie, phone, post, asked, added, question }
}

test('a passkey signs in without a password, and the list of passkeys shows its last use', async () => {
  const { app, cookie, phone, post, added, question } = await withPasskey()
  expect([added.status, (await added.json())[0]]).toEqual([
    201,
    { id: phone.id, name: 'Teléfono', createdAt: expect.any(String), usedAt: null },
  ])
  const answer = await post('sign-in', phone.signIn(await question()))
  expect([answer.status, (await answer.json()).user.email]).toEqual([200, ana.email])
  expect((await call(app, 'GET /api/users', { cookie: cookieOf(answer) })).status).toBe(200)
  const [listed] = await (await call(app, 'GET /api/auth/passkeys', { cookie })).json()
  expect(listed.usedAt).toMatch(/Z$/)
})

test('the options for a sign-in with a passkey reveal no passkey of any account', async () => {
  const { asked, question } = await withPasskey()
  expect(asked.rp.id).toBe('conferencia.gt')
  expect(asked.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257])
  expect((await question()).allowCredentials ?? []).toEqual([])
})

test('accepts a passkey response once, and only with the right challenge and origin', async () => {
  const { phone, post, question, asked, cookie } = await withPasskey()
  const good = phone.signIn(await question())
  expect((await post('sign-in', good)).status).toBe(200)
  expect((await post('sign-in', good)).status).toBe(401)
  for (const wrong of [
    phone.signIn({ challenge: Buffer.alloc(40).toString('base64url') }),
    // A challenge for adding a passkey is not valid for a sign-in.
    phone.signIn(asked),
    phone.signIn(await question(), 'https://evil.example'),
    { ...phone.signIn(await question()), id: 'otra' },
    authenticator().signIn(await question()),
  ])
    expect((await post('sign-in', wrong)).status).toBe(401)
  const old = await question()
  const other = await (await post('register/options', {}, cookie)).json()
  later(6 * 60_000)
  expect((await post('sign-in', phone.signIn(old))).status).toBe(401)
  expect((await post('register', authenticator().register(other), cookie)).status).toBe(422)
})

test('rejects deleted passkeys, and passkeys of deactivated users', async () => {
  const { app, cookie, phone, post, question } = await withPasskey()
  app.db.exec('UPDATE users SET isActive = 0')
  expect((await post('sign-in', phone.signIn(await question()))).status).toBe(401)
  app.db.exec('UPDATE users SET isActive = 1')
  const again = await signInAs(app, ana)
  expect((await call(app, `PUT /api/auth/passkeys/${phone.id}`, { cookie: again, json: { name: 'Otro' } })).status).toBe(200)
  expect((await call(app, `DELETE /api/auth/passkeys/${phone.id}`, { cookie: again })).status).toBe(200)
  expect((await post('sign-in', phone.signIn(await question()))).status).toBe(401)
  expect(cookie).not.toBe(again)
})

test('counts a passkey as a second factor only if the user gave a PIN or fingerprint', async () => {
  for (const [isVerified, status] of [
    [true, 200],
    [false, 403],
  ] as const) {
    const { app, cookie, phone, post, question } = await withPasskey({ isVerified })
    expect((await call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor: true } })).status).toBe(200)
    const session = cookieOf(await post('sign-in', phone.signIn(await question())))
    expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(status)
  }
})

test('if a second factor is required, a new passkey must ask for a PIN or fingerprint', async () => {
  const { app, cookie, phone, post, question } = await withPasskey({ isVerified: false })
  expect((await call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor: true } })).status).toBe(200)
  const session = cookieOf(await post('sign-in', phone.signIn(await question())))
  expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(403)
  const ask = async () => (await post('register/options', {}, session)).json()
  const refused = await post('register', authenticator({ isVerified: false }).register(await ask()), session)
  expect([refused.status, (await refused.json()).error]).toEqual([422, expect.stringContaining('no pide huella ni PIN')])
  expect(await (await call(app, 'GET /api/auth/passkeys', { cookie: session })).json()).toHaveLength(1)
  expect((await post('register', authenticator().register(await ask()), session)).status).toBe(201)
  expect((await call(app, 'GET /api/users', { cookie: session })).status).toBe(200)
})

test('a session without the required second factor cannot change passwords or passkeys', async () => {
  const { app, cookie, phone, post, question } = await withPasskey()
  expect((await call(app, 'PUT /api/security', { cookie, json: { requireSecondFactor: true } })).status).toBe(200)
  const [{ id }] = await (await call(app, 'GET /api/auth/passkeys', { cookie })).json()
  const calls: [Parameters<typeof call>[1], object?][] = [
    ['POST /api/auth/totp/begin', {}],
    ['POST /api/auth/totp/confirm', { code: '123456' }],
    ['POST /api/auth/totp/recovery-codes', {}],
    ['DELETE /api/auth/totp'],
    ['POST /api/auth/passkeys/register/options', {}],
    [`DELETE /api/auth/passkeys/${id}`],
    ['POST /api/auth/email', { email: 'otra@ejemplo.gt' }],
    ['PUT /api/auth/me', { currentPassword: password, password: 'tres tazas de té' }],
    ['DELETE /api/auth/sessions'],
  ]
  const byPassword = await signInAs(app, ana)
  for (const [request, json] of calls) {
    const { status } = await call(app, request, { cookie: byPassword, json })
    expect([request, status]).toEqual([request, 403])
  }
  // An authenticator app can be added after a sign-in with the passkey, and by a user who has no second factor yet.
  const shown = cookieOf(await post('sign-in', phone.signIn(await question())))
  expect((await call(app, 'POST /api/auth/totp/begin', { cookie: shown, json: {} })).status).toBe(200)
  const without = await signInAs(app, await addUser(app.db, { email: 'luis@conferencia.gt' }))
  expect((await call(app, 'POST /api/auth/totp/begin', { cookie: without, json: {} })).status).toBe(200)
})

test('after the site moves to another domain, users must register new passkeys', async () => {
  const { app, phone } = await withPasskey()
  const moved = 'https://conferencia.org'
  const next = await createTestApp({ config: { publicOrigin: moved }, database: join(app.config.dataDir, 'conference.db') })
  const post = async (path: string, json: object, cookie?: string) =>
    call(next, `POST /api/auth/passkeys/${path}`, { json, cookie, headers: { Origin: moved } })
  const refused = await post('sign-in', phone.signIn(await (await post('sign-in/options', {})).json(), moved))
  expect([refused.status, (await refused.json()).error]).toEqual([401, expect.stringContaining('Entra con tu contraseña')])
  const cookie = await signInAs(next, ana)
  const fresh = authenticator({ rpId: 'conferencia.org', from: moved })
  const added = await post('register', fresh.register(await (await post('register/options', {}, cookie)).json()), cookie)
  expect([added.status, (await added.json()).length]).toEqual([201, 2])
  const question = await (await post('sign-in/options', {})).json()
  expect((await post('sign-in', fresh.signIn(question, moved))).status).toBe(200)
})

test('a passkey without PIN or fingerprint does not replace the code of an authenticator app', async () => {
  for (const [isVerified, status] of [
    [true, 200],
    [false, 401],
  ] as const) {
    const { app, cookie, phone, post, question } = await withPasskey({ isVerified })
    const { secret } = await (await call(app, 'POST /api/auth/totp/begin', { cookie, json: {} })).json()
    const code = generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000)), 6)
    await call(app, 'POST /api/auth/totp/confirm', { cookie, json: { code } })
    expect((await post('sign-in', phone.signIn(await question()))).status).toBe(status)
  }
})

test.each(['http://192.168.1.10:3000', 'https://[::1]:3000', 'http://conferencia.gt'])(
  'a site at %s reports that passkeys need a domain name with https',
  async (publicOrigin) => {
    const app = await createTestApp({ config: { publicOrigin } })
    const answer = await call(app, 'POST /api/auth/passkeys/sign-in/options', { json: {}, headers: { Origin: publicOrigin } })
    expect([answer.status, (await answer.json()).error]).toEqual([409, expect.stringContaining('nombre de dominio con https')])
  },
)
