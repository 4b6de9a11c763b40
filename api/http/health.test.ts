import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { saveSection } from '../../data/content/sections.ts'
import { someEdit } from '../../data/testing.ts'
import { call, createTestApp } from '../testing.ts'

const ok = [200, { status: 'ok' }]
const answerOf = async (answer: Response) => [answer.status, await answer.json()]

test('/api/live succeeds even if the database fails', async () => {
  const app = await createTestApp()
  app.db.close()
  expect(await answerOf(await call(app, 'GET /api/live'))).toEqual(ok)
})

test('/api/ready succeeds with a published page and a writable database', async () => {
  expect(await answerOf(await call(await createTestApp({ isPublished: true }), 'GET /api/ready'))).toEqual(ok)
})

test.each([{ capacity: 0, waitlist: false }, { closesAt: '2025-01-01T00:00:00.000Z' }, { opensAt: '2099-01-01T00:00:00.000Z' }])(
  '/api/ready succeeds even if registration is closed or full (%j)',
  async (places) => {
    const app = await createTestApp({ isPublished: true })
    saveSection(app.db, 'places', places, someEdit)
    expect(await answerOf(await call(app, 'GET /api/ready'))).toEqual(ok)
  },
)

test('/api/ready fails without a published page', async () => {
  const answer = await call(await createTestApp(), 'GET /api/ready')
  expect(await answerOf(answer)).toEqual([503, { error: 'La página todavía no está publicada.' }])
})

test('/api/ready fails while the database is locked, but /api/live does not', async () => {
  const app = await createTestApp({ database: 'file', isPublished: true })
  const other = new Database(app.db.name)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  expect((await call(app, 'GET /api/ready')).status).toBe(503)
  expect(await answerOf(await call(app, 'GET /api/live'))).toEqual(ok)
  other.exec('ROLLBACK')
  expect(await answerOf(await call(app, 'GET /api/ready'))).toEqual(ok)
})

test('/api/ready fails while the process stops, but /api/live does not', async () => {
  const app = await createTestApp({ isPublished: true })
  app.stop.abort()
  expect(await answerOf(await call(app, 'GET /api/ready'))).toEqual([503, { error: 'El servidor se está deteniendo.' }])
  expect(await answerOf(await call(app, 'GET /api/live'))).toEqual(ok)
})
