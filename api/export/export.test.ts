import { expect, test } from 'vitest'
import { addItem, addRegistration } from '../../data/testing.ts'
import { insistOnSize } from '../import/read-xlsx.ts'
import { call, createTestApp, signIn, signInAs, type TestApp } from '../testing.ts'
import { svg, upload } from '../uploads/testing.ts'

async function open() {
  const app = await createTestApp({ isPublished: true })
  addItem(app.db, 'speakers', { name: 'Ana Batz' })
  addRegistration(app.db, { name: 'Xóchitl Ajú', email: 'xochitl@ejemplo.gt' })
  const { address } = await upload(app, 'logo.svg', svg)
  return { app, name: `public-objects/${address.fileName}` }
}

async function zipOf(app: TestApp, cookie: string, query = ''): Promise<Buffer> {
  const answer = await call(app, `GET /api/export${query}`, { cookie })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/zip'])
  return Buffer.from(await answer.arrayBuffer())
}

test('exports content, uploads and programme as one file, with people for administrators only', async () => {
  const { app, name } = await open()
  // Signs in as an ordinary user, and as the administrator that `open` created.
  const [user, admin] = [await signIn(app, 'user'), await signInAs(app, { email: 'admin@conferencia.gt' })]
  const zip = await zipOf(app, user)
  expect(() => insistOnSize(zip)).not.toThrow()
  const text = zip.toString('utf8')
  for (const file of ['contenido.json', 'schedule.json', 'schedule.xml', 'schedule.csv', 'agenda.ics', name])
    expect(text).toContain(file)
  expect([text.includes('Ana Batz'), text.includes('Xóchitl')]).toEqual([true, false])
  expect((await call(app, 'GET /api/export?registrations=1', { cookie: user })).status).toBe(403)
  expect((await zipOf(app, admin, '?registrations=1')).toString('utf8')).toContain('Xóchitl Ajú')
  const noted = await (await call(app, 'GET /api/audit', { cookie: admin })).json()
  expect(noted.map(({ action }: { action: string }) => action)).toContain('registrations-exported')
})
