import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Role, User } from '../data/accounts/schema.ts'
import { createUser } from '../data/accounts/users.ts'
import { type Db, databaseName, emptyDb, openDb } from '../data/db/db.ts'
import { addItem, addRegistration, longAgo, temporaryDir } from '../data/testing.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import type { DrawCard } from './drawing/share-card.ts'
import type { Network } from './import/guarded-fetch.ts'
import { createPublisher } from './publishing/publisher.ts'
import type { PageData, Render, RenderedPage, SiteData } from './publishing/render.ts'
import type { IntakeBounds } from './registrations/intake.ts'

export const log = pino({ level: 'silent' })

export const password = 'contraseña de prueba'

type Options = {
  config?: Partial<Config>
  /** 'file' creates a file, for tests with a second connection. Any other text is the path of a database. */
  database?: ':memory:' | 'file' | (string & {})
  /** False by default, because publishing waits for the disk. */
  isPublished?: boolean
  assets?: Record<string, string>
  bounds?: IntakeBounds
  lease?: { isSure: () => boolean; mayWrite: () => boolean }
  network?: Network
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

export async function createTestApp({
  config: changes,
  database = ':memory:',
  isPublished = false,
  assets = {},
  bounds,
  lease,
  network,
}: Options = {}) {
  const dir = temporaryDir()
  const dataDir = join(dir, 'data')
  const clientDir = join(dir, 'client')
  mkdirSync(dataDir)
  mkdirSync(clientDir)
  for (const [path, text] of Object.entries(assets)) {
    mkdirSync(join(clientDir, path, '..'), { recursive: true })
    writeFileSync(join(clientDir, path), text)
  }
  const config: Config = { ...readConfig({ REGISTRATION_LIMIT: '0' }), dataDir, ...changes }
  const file = join(dataDir, databaseName)
  if (database === 'file') writeFileSync(file, emptyDb())
  const db = openDb(database === 'file' ? file : database === ':memory:' ? emptyDb() : database)
  onTestFinished(() => void db.close())
  // Tests replace `render`, for example to make rendering fail between two saves.
  const pages: { render: Render } = { render: wholePage }
  const publisher = await createPublisher({
    db,
    render: (path, data) => pages.render(path, data),
    drawCard,
    config,
    clientDir,
    log,
  })
  // Waits for a running publish, which would fail after the test's folder is deleted.
  onTestFinished(async () => {
    await publisher.finished()
    await publisher.stopCompressing()
  }, 60_000)
  if (isPublished) await publisher.publish()
  const stop = new AbortController()
  const deps = await createDeps({
    db,
    publisher,
    drawCard,
    config,
    log,
    stopping: stop.signal,
    intakeBounds: bounds,
    lease,
    network,
    readyForMs: 0,
  })
  const { intake, uploads } = deps
  deps.mailer?.start()
  deps.passwordLinks?.start()
  onTestFinished(() => deps.passwordLinks?.stop())
  onTestFinished(() => deps.mailer?.stop())
  onTestFinished(() => deps.mirror?.stop())
  return { app: createApp(deps), deps, db, intake, publisher, uploads, stop, pages, config, clientDir }
}

/** Renders pages in tests, in place of the built site. Each page contains its data as JSON. */
export async function wholePage(path: string, data: PageData | SiteData): Promise<RenderedPage> {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const html = `<!doctype html><html><body><h1>${path}</h1><script type="application/json">${json}</script></body></html>`
  return { status: path === '/404' ? 404 : 200, type: 'text/html', csp: "default-src 'none'", body: Buffer.from(html) }
}

export function hiddenIn(page: string): Record<string, string> {
  const entities: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#39;': "'" }
  const fields = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries(
    [...fields].map(([, name = '', value = '']) => [name, value.replace(/&[a-z0-9#]+;/g, (text) => entities[text] ?? text)]),
  )
}

export const drawCard: DrawCard = async (card) => Buffer.from(JSON.stringify(card))

export async function dataIn(page: Response): Promise<PageData> {
  const json = /<script type="application\/json">(.*)<\/script>/s.exec(await page.text())?.[1]
  if (!json) throw new Error(`no page: ${page.status}`)
  return JSON.parse(json)
}

type Call = `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'} ${string}`
type CallOptions = { cookie?: string; json?: unknown; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> }

export async function call({ app, config }: TestApp, request: Call, options: CallOptions = {}): Promise<Response> {
  const { cookie, json, body = json === undefined ? undefined : JSON.stringify(json), headers } = options
  const [method, path] = request.split(' ')
  const sent = new Headers()
  if (json !== undefined) sent.set('Content-Type', 'application/json')
  if (cookie) {
    sent.set('Cookie', cookie)
    sent.set('Origin', config.publicOrigin)
  }
  for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value)
  return app.request(`${config.publicOrigin}${path}`, { method, headers: sent, body })
}

let passwordHash: Promise<string> | undefined

// Settings for the cheapest hash that Argon2 allows, because most tests sign in.
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export async function addUser(db: Db, { email, role = 'admin' }: { email: string; role?: Role }): Promise<User> {
  passwordHash ??= hash(password, cheap)
  const user = createUser(db, { name: 'Ana López', email, role, isActive: true, passwordHash: await passwordHash }, longAgo)
  if (!user) throw new Error(`${email} is taken`)
  return user
}

export async function signIn(test: TestApp, role: Role = 'admin'): Promise<string> {
  return signInAs(test, await addUser(test.db, { email: `${role}@conferencia.gt`, role }))
}

export async function signInAs(test: TestApp, { email }: { email: string }): Promise<string> {
  return cookieOf(await call(test, 'POST /api/auth/login', { json: { email, password } }))
}

export async function withAdmin() {
  const app = await createTestApp()
  const admin = await addUser(app.db, { email: 'admin@conferencia.gt' })
  return { app, admin, cookie: await signInAs(app, admin) }
}

export function cookieOf(response: Response): string {
  const cookie = response.headers.get('Set-Cookie')?.split(';', 1)[0]
  if (!cookie) throw new Error(`no cookie: ${response.status}`)
  return cookie
}

/** Creates one item of each kind. Returns the ids by parameter name, for paths like `/api/speakers/:speaker` (see `withIds`). */
export async function seed(db: Db): Promise<Record<string, string>> {
  const scenario = addItem(db, 'scenarios').id
  const speaker = addItem(db, 'speakers').id
  return {
    scenario,
    speaker,
    event: addItem(db, 'events', { scenarioId: scenario, speakerId: speaker }).id,
    partner: addItem(db, 'partners').id,
    registration: addRegistration(db).id,
    user: (await addUser(db, { email: 'otra@conferencia.gt', role: 'user' })).id,
  }
}

export function withIds(request: string, ids: Record<string, string>): Call {
  return request.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'unknown') as Call
}
