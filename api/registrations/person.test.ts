import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archivePeople } from '../../data/editions/archived-people.ts'
import { addRegistration } from '../../data/testing.ts'
import { readErasures } from '../backup/erasures.ts'
import { call, createTestApp, signIn } from '../testing.ts'

test('exports all data about a person as a file, without the secret link', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const { id } = addRegistration(app.db, { company: 'Labs', comments: 'Llego tarde' })
  await call(app, `PUT /api/registrations/${id}`, { cookie, json: { staffNotes: 'Es ponente' } })
  const answer = await call(app, `GET /api/registrations/${id}/data`, { cookie })
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="datos_personales_[\d-]{10}\.json"$/)
  const text = await answer.text()
  expect(JSON.parse(text)).toEqual({
    exportedAt: expect.any(String),
    registrations: [
      expect.objectContaining({
        id,
        name: 'José Pérez',
        company: 'Labs',
        notes: 'Llego tarde',
        staffNotes: 'Es ponente',
        isConfirmed: false,
        wantsReminders: true,
        deletedAt: null,
        mails: [],
        activity: [{ at: expect.any(String), action: 'registration-changed' }],
      }),
    ],
  })
  const token = app.db.prepare('SELECT token FROM registrations').pluck().get()
  expect(text).not.toContain(token)
  expect(app.db.prepare("SELECT count(*) FROM audit WHERE action = 'registration-data-exported'").pluck().get()).toBe(1)
  expect((await call(app, 'GET /api/registrations/nobody/data', { cookie })).status).toBe(404)
})

test('the data file of a person includes registrations merged into theirs', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const keep = addRegistration(app.db, { email: 'ana@ejemplo.gt' }).id
  const other = addRegistration(app.db, { email: 'ana@trabajo.gt' }).id
  const stays = addRegistration(app.db, { email: 'eva@ejemplo.gt' }).id
  await call(app, 'POST /api/registrations/merge', { cookie, json: { keep, other, take: [] } })
  const data = await (await call(app, `GET /api/registrations/${keep}/data`, { cookie })).json()
  expect(data).toMatchObject({
    registrations: [
      { email: 'ana@ejemplo.gt', deletedAt: null },
      { email: 'ana@trabajo.gt', deletedAt: expect.any(String) },
    ],
  })
  expect((await call(app, `DELETE /api/registrations/${keep}/data`, { cookie })).status).toBe(200)
  expect(app.db.prepare('SELECT count(*) FROM trash').pluck().get()).toBe(0)
  expect(app.db.prepare('SELECT id FROM registrations').pluck().all()).toEqual([stays])
  const noted = readFileSync(join(app.config.dataDir, 'backups/erasures.jsonl'), 'utf8')
  expect([keep, other, stays].map((id) => noted.includes(`"person","id":"${id}"`))).toEqual([true, true, false])
})

test('erasing a person in the trash also erases their data and certificates of past editions', async () => {
  const app = await createTestApp()
  const cookie = await signIn(app)
  const before = addRegistration(app.db, { email: 'ana@ejemplo.gt' }).id
  app.db.exec(`
    INSERT INTO editions (year, name, eventDate, finishedAt, revision, erasesPeople, uploads) VALUES ('2024', '', '', '', 0, 0, '[]');
    INSERT INTO certificates (code, role, registration, name, madeAt) VALUES ('codigo', 'attendee', '${before}', 'Ana', '2024-11-21')`)
  expect(archivePeople(app.db, '2024', new Date().toISOString(), 10)).toBe(true)
  const { id } = addRegistration(app.db, { email: 'ana@ejemplo.gt' })
  await call(app, `DELETE /api/registrations/${id}`, { cookie })
  const { registrations } = await (await call(app, `GET /api/registrations/${id}/data`, { cookie })).json()
  expect(
    registrations.map((one: { id: string; certificate: { code: string } | null }) => [one.id, one.certificate?.code]),
  ).toEqual(
    expect.arrayContaining([
      [id, undefined],
      [before, 'codigo'],
    ]),
  )
  expect((await call(app, `DELETE /api/registrations/${id}/data`, { cookie })).status).toBe(200)
  for (const table of ['registrations', 'trash', 'editionPeople', 'certificates'])
    expect([table, app.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0])
  const { person, certificate } = readErasures([join(app.config.dataDir, 'backups')])
  for (const kind of [person, certificate]) expect([...kind]).toEqual(expect.arrayContaining([id, before]))
})
