import { createHook } from 'node:async_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../data/db/db.ts'
import { startMailServer } from '../mail/testing.ts'
import { publicCalls } from '../public-calls.ts'
import { addUser, call, createTestApp, password, signInAs, type TestApp } from '../testing.ts'

const ana = { email: 'ana@conferencia.gt' }
const inactive = { email: 'luis@conferencia.gt' }
const invited = { email: 'eva@conferencia.gt' }
const nobody = { email: 'nadie@conferencia.gt' }

type Request = Parameters<typeof call>[1]

/** Counts database statements and native tasks during a call. Each Argon2 hash is one native task. */
async function workOf<T>(db: Db, answering: () => Promise<T>): Promise<{ answer: T; statements: number; hashes: number }> {
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1'))
  const spies = (['run', 'get', 'all'] as const).map((method) => vi.spyOn(statement, method))
  let hashes = 0
  // Native tasks of the hashing library have the type 'undefined'.
  const hook = createHook({
    init(_, type) {
      if (type === 'undefined') hashes += 1
    },
  }).enable()
  try {
    const answer = await answering()
    const statements = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
    return { answer, statements, hashes }
  } finally {
    hook.disable()
    for (const spy of spies) spy.mockRestore()
  }
}

/** Returns everything that a caller can see of an answer, and the server's work for this answer. */
async function seen(app: TestApp, request: Request, json: object, cookie?: string) {
  const { answer, ...work } = await workOf(app.db, () => call(app, request, { json, cookie }))
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  // Answers may repeat a typed e-mail, and each passkey challenge is random. Both are removed.
  const text = (await answer.text()).replace(/"challenge":"[^"]*"/, '').replaceAll(/[\w.]+@[\w.]+/g, '')
  return { status: answer.status, headers, text, ...work }
}

async function accounts() {
  const server = await startMailServer()
  const app = await createTestApp({ config: { mail: server.config() } })
  for (const one of [ana, inactive]) await addUser(app.db, one)
  app.db.prepare('UPDATE users SET isActive = 0 WHERE email = ?').run(inactive.email)
  const cookie = await signInAs(app, await addUser(app.db, { email: 'admin@conferencia.gt' }))
  await call(app, 'POST /api/users/invite', { cookie, json: { name: 'Eva', ...invited } })
  // Stops the job that looks up accounts after an answer, because its work would be counted too. links.test.ts tests this job.
  await app.deps.passwordLinks?.stop()
  // The first call does more work than later calls, because it loads modules and prepares statements.
  await seen(app, 'POST /api/auth/login', { ...nobody, password: 'otra cosa' })
  onTestFinished(() => void vi.restoreAllMocks())
  return { app, cookie, server }
}

/** For each public account call, returns the body for an e-mail. Null if the call takes no body. */
const asked: Record<string, ((email: string) => object) | null> = {
  'GET /api/auth/me': null,
  'POST /api/auth/logout': null,
  'POST /api/auth/login': (email) => ({ email, password: 'no es esta' }),
  'POST /api/auth/forgot': (email) => ({ email }),
  'POST /api/auth/reset': (email) => ({ token: email, password: 'tres tazas de té' }),
  'POST /api/auth/email/confirm': (email) => ({ token: email }),
  'POST /api/auth/passkeys/sign-in/options': () => ({}),
  'POST /api/auth/passkeys/sign-in': (email) => ({
    id: email,
    rawId: email,
    type: 'public-key',
    response: { userHandle: Buffer.from(email).toString('base64url') },
    clientExtensionResults: {},
  }),
}

test('the tests in this file cover every public call under /api/auth/', () => {
  expect(Object.keys(asked).toSorted()).toEqual([...publicCalls].filter((one) => one.includes('/api/auth/')).toSorted())
})

test('neither the answer nor the SQL of a public call reveals if an account exists', async () => {
  const { app } = await accounts()
  for (const [request, json] of Object.entries(asked)) {
    if (!json) continue
    const about = ({ email }: { email: string }) => seen(app, request as Request, json(email))
    const unknown = await about(nobody)
    for (const one of [ana, inactive, invited]) expect(await about(one), `${request} ${one.email}`).toEqual(unknown)
  }
})

test('positive control: the test notices that a right password runs more SQL than a wrong one', async () => {
  const { app } = await accounts()
  const wrong = await seen(app, 'POST /api/auth/login', { ...ana, password: 'no es esta' })
  const right = await seen(app, 'POST /api/auth/login', { ...ana, password })
  expect([wrong.hashes, right.hashes]).toEqual([1, 1])
  expect(right.statements).toBeGreaterThan(wrong.statements)
})

test('the answer to a change of e-mail does not reveal if the new e-mail has an account', async () => {
  const { app, cookie, server } = await accounts()
  await seen(app, 'POST /api/auth/email', { email: 'una@conferencia.gt' }, cookie)
  const free = await seen(app, 'POST /api/auth/email', nobody, cookie)
  for (const one of [ana, inactive, invited]) expect(await seen(app, 'POST /api/auth/email', one, cookie)).toEqual(free)
  const asking = async () => (await server.mails()).filter(({ subject }) => subject === 'Confirma tu correo')
  await expect.poll(async () => (await asking()).length).toBe(5)
})
