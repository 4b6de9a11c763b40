import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { mailQueue, recordFailure } from '../../data/mail/outbox.ts'
import { addRegistration, someEdit } from '../../data/testing.ts'
import { startTestStore } from '../store/testing.ts'
import { root } from '../system/root.ts'
import { call, createTestApp, signIn, type TestApp } from '../testing.ts'

const metricsToken = 'a-token-of-this-test'
const withToken = { headers: { Authorization: `Bearer ${metricsToken}` } }

async function numbers(app: TestApp): Promise<Record<string, number>> {
  const text = await (await call(app, 'GET /metrics', withToken)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('answers 404 for the metrics if METRICS_TOKEN is not set', async () => {
  const app = await createTestApp({ isPublished: true })
  for (const headers of [{}, withToken.headers, { Authorization: 'Bearer ' }]) {
    const answer = await call(app, 'GET /metrics', { headers })
    expect([answer.status, await answer.text()]).toEqual([404, await (await call(app, 'GET /no-existe')).text()])
  }
})

test('a signed-in user cannot read the metrics without the metrics token', async () => {
  const app = await createTestApp({ config: { metricsToken } })
  const cookie = await signIn(app)
  const wrong = ['', 'Bearer', 'Bearer other', `Bearer ${metricsToken}x`, `Basic ${metricsToken}`, metricsToken]
  for (const Authorization of wrong) {
    const answer = await call(app, 'GET /metrics', { cookie, headers: { Authorization } })
    expect([Authorization, answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([Authorization, 401, 'Bearer'])
  }
  const answer = await call(app, 'GET /metrics', withToken)
  expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
})

test('counts registrations by status and mails by result', async () => {
  const app = await createTestApp({ config: { metricsToken }, isPublished: true })
  saveSection(app.db, 'places', { capacity: 1, waitlist: true }, someEdit)
  await app.publisher.publish()
  const ana = addRegistration(app.db, { name: 'Ana López', email: 'ana@ejemplo.gt' })
  for (const email of ['eva@ejemplo.gt', 'leo@ejemplo.gt']) addRegistration(app.db, { email })
  const queue = mailQueue(app.db, 'ejemplo.gt')
  const now = new Date().toISOString()
  for (const kind of ['confirmation', 'reminder', 'changed'] as const) queue(kind, ana, now)
  recordFailure(app.db, queue('already', ana, now), '550 nobody', null)

  expect(await numbers(app)).toMatchObject({
    'conferencia_registrations{status="registered"}': 1,
    'conferencia_registrations{status="waitlisted"}': 2,
    'conferencia_registrations{status="cancelled"}': 0,
    'conferencia_mails{status="queued"}': 3,
    'conferencia_mails{status="failed"}': 1,
    conferencia_ready: 1,
    conferencia_publishing_behind: 0,
    conferencia_backup_age_seconds: Number.NaN,
    conferencia_backup_failing: 0,
  })
  const text = await (await call(app, 'GET /metrics', withToken)).text()
  expect(text).toMatch(/^conferencia_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m)
  expect(text).not.toMatch(/ana|López|ejemplo\.gt/i)
})

test('counts saves and measures their duration, even if publishing failed', async () => {
  const app = await createTestApp({ config: { metricsToken }, isPublished: true })
  const cookie = await signIn(app)
  const save = (subtitle: string) => call(app, 'PUT /api/hero', { cookie, json: { subtitle } })
  await save('Otro')
  await call(app, 'GET /api/hero')
  expect(await numbers(app)).toMatchObject({ conferencia_save_duration_seconds_count: 1, conferencia_publishing_behind: 0 })
  app.pages.render = () => Promise.reject(new Error('cannot be rendered'))
  await save('Uno más')
  const { conferencia_save_duration_seconds_sum: sum, ...others } = await numbers(app)
  expect(others).toMatchObject({ conferencia_save_duration_seconds_count: 2, conferencia_publishing_behind: 1 })
  expect(sum).toBeGreaterThan(0)
})

test('reports the metrics even while the database cannot be written', async () => {
  const app = await createTestApp({ config: { metricsToken } })
  app.deps.readiness.reason = async () => 'locked'
  app.db.pragma('query_only = true')
  expect(await numbers(app)).toMatchObject({ conferencia_ready: 0, 'conferencia_registrations{status="registered"}': 0 })
})

describe('the files of deploy/metrics', () => {
  test.each(['alerts.yml', 'grafana.json'])('every metric used in %s exists', async (name) => {
    const { config: store } = await startTestStore()
    const server = { host: '127.0.0.1', port: 9, secure: false, auth: null }
    const mail = { server, from: { name: '', address: 'a@b.gt' }, dkim: null }
    const lease = { isSure: () => true, mayWrite: () => true }
    const app = await createTestApp({ config: { metricsToken, mail, store }, lease })
    const text = await (await call(app, 'GET /metrics', withToken)).text()
    const there = new Set([...text.matchAll(/^([a-z_\d]+)/gm)].map(([, metric]) => metric))
    const asked = readFileSync(join(root, 'deploy/metrics', name), 'utf8').match(/\b(?:conferencia|nodejs|process)_\w+/g) ?? []
    expect(asked.length).toBeGreaterThan(5)
    expect([...new Set(asked)].filter((metric) => !there.has(metric))).toEqual([])
  })
})
