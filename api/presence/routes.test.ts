import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { User } from '../../data/accounts/schema.ts'
import type { Env } from '../http/env.ts'
import { presenceRoutes } from './routes.ts'

function prepare() {
  const clock = { now: 0 }
  const routes = presenceRoutes(() => clock.now)
  const open = async (id: string, section: string) => {
    const app = new Hono<Env>()
      .use(async (c, next) => {
        c.set('user', { id, name: `Persona ${id}` } as User)
        await next()
      })
      .route('/', routes)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await app.request('/', { method: 'PUT', headers, body: JSON.stringify({ section }) })
    return answer.ok ? answer.json() : answer.status
  }
  return { clock, open }
}

test('who has a section open hears who else has it, and of nobody who has another', async () => {
  const { open } = prepare()
  expect(await open('1', 'hero')).toEqual([])
  expect(await open('2', 'about')).toEqual([])
  expect(await open('2', 'hero')).toEqual([{ id: '1', name: 'Persona 1' }])
  expect(await open('1', 'hero')).toEqual([{ id: '2', name: 'Persona 2' }])
})

test('who does not call again within half a minute has gone', async () => {
  const { clock, open } = prepare()
  await open('1', 'hero')
  clock.now = 29_999
  expect(await open('2', 'hero')).toHaveLength(1)
  clock.now = 30_000
  expect(await open('3', 'hero')).toEqual([{ id: '2', name: 'Persona 2' }])
})

test('what is no section is refused, so that nothing else is kept', async () => {
  const { open } = prepare()
  expect(await open('1', 'x'.repeat(1000))).toBe(422)
})
