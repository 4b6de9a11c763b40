import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Caller } from '../../data/accounts/schema.ts'
import { createItem } from '../../data/content/content.ts'
import { openDb } from '../../data/db/db.ts'
import type { Env } from '../http/env.ts'
import { presenceRoutes, sectionRevision } from './routes.ts'

function prepare() {
  const clock = { now: 0 }
  const db = openDb(':memory:')
  const routes = presenceRoutes({ db }, () => clock.now)
  const call = async (id: string, section: string) => {
    const app = new Hono<Env>()
      .use(async (c, next) => {
        c.set('user', { id, name: `Persona ${id}` } as Caller)
        await next()
      })
      .route('/', routes)
    const headers = { 'Content-Type': 'application/json' }
    return app.request('/', { method: 'PUT', headers, body: JSON.stringify({ section }) })
  }
  const open = async (id: string, section: string) => {
    const answer = await call(id, section)
    return answer.ok ? answer.json() : answer.status
  }
  const revisionOf = async (id: string, section: string) => (await call(id, section)).headers.get(sectionRevision)
  return { clock, db, open, revisionOf }
}

test('lists the other users who have the same section open', async () => {
  const { open } = prepare()
  expect(await open('1', 'hero')).toEqual([])
  expect(await open('2', 'about')).toEqual([])
  expect(await open('2', 'hero')).toEqual([{ id: '1', name: 'Persona 1' }])
  expect(await open('1', 'hero')).toEqual([{ id: '2', name: 'Persona 2' }])
})

test('a user who makes no call for half a minute no longer counts as editing the section', async () => {
  const { clock, open } = prepare()
  await open('1', 'hero')
  clock.now = 29_999
  expect(await open('2', 'hero')).toHaveLength(1)
  clock.now = 30_000
  expect(await open('3', 'hero')).toEqual([{ id: '2', name: 'Persona 2' }])
})

test('returns the newest revision of the section, so that the panel notices saves of others', async () => {
  const { open, db, revisionOf } = prepare()
  await open('1', 'speakers')
  const before = await revisionOf('1', 'speakers')
  createItem(db, 'speakers', { name: 'Ana', title: '', company: '' }, { by: null, at: '2025-01-01T00:00:00.000Z' })
  expect(Number(await revisionOf('1', 'speakers'))).toBeGreaterThan(Number(before))
})

test('refuses to list the users of an unknown section', async () => {
  const { open } = prepare()
  expect(await open('1', 'x'.repeat(1000))).toBe(422)
})
