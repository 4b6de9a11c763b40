import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countAlerts } from '../../../data/alerts/alerts.ts'
import { saveSection } from '../../../data/content/sections.ts'
import { finishEdition, prepareEdition } from '../../../data/editions/editions.ts'
import { addRegistration, someEdit } from '../../../data/testing.ts'
import { readErasures } from '../../backup/erasures.ts'
import { startMailServer } from '../../mail/testing.ts'
import { call, createTestApp, dataIn, signIn } from '../../testing.ts'

const opensAt = '2098-11-01T14:00:00.000Z'
const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

async function site({ hasMail = true, registrationLimit = 0, opens = opensAt } = {}) {
  const server = await startMailServer()
  const mail = {
    server: { host: '127.0.0.1', port: server.port, secure: false, auth: null },
    from: { name: 'Conferencia', address: 'hola@conferencia.gt' },
    dkim: null,
  }
  const config = { publicOrigin: 'https://conferencia.gt', registrationLimit, ...(hasMail && { mail }) }
  const app = await createTestApp({ isPublished: true, config })
  saveSection(app.db, 'hero', { eventDate: '2098-11-20T14:00:00.000Z' }, someEdit)
  saveSection(app.db, 'places', { opensAt: opens }, someEdit)
  const ask = (email: string) => call(app, 'POST /api/registrations/alert', { json: { email } })
  const send = async (fields: Record<string, string>, headers: Record<string, string> = form) => {
    const answer = await call(app, 'POST /api/registrations/alert', { headers, body: new URLSearchParams(fields).toString() })
    return `${answer.status} ${answer.headers.get('Location')}`
  }
  const post = (path: string) => call(app, `POST ${path}`, { headers: { ...form, Origin: 'null' }, body: '' })
  const state = async (path: string) => (await dataIn(await call(app, `GET ${path}`))).alert?.state
  const emails = () => app.db.prepare('SELECT email FROM openingAlerts').pluck().all()
  return { app, server, ask, send, post, state, emails }
}

const linkIn = (text: string | undefined) => /https:\/\/conferencia\.gt(\/registro\/aviso\/[\w-]{22})/.exec(text ?? '')?.[1] ?? ''

test('an opening alert is confirmed with a button, mailed at the opening and then deleted', async () => {
  const { app, server, ask, post, state, emails } = await site()
  expect([(await ask('ana@ejemplo.gt')).status, await (await ask('ana@ejemplo.gt')).json()]).toEqual([202, { accepted: true }])
  const [mail] = await server.mails(1)
  expect([mail?.to?.[0]?.address, mail?.subject]).toEqual(['ana@ejemplo.gt', 'Confirma tu aviso de Conferencia 2025'])
  expect([mail?.attachments, mail?.text?.includes('Hola:')]).toEqual([[], true])
  const link = linkIn(mail?.text)
  expect([await state(link), countAlerts(app.db)]).toEqual(['asks', 0])
  expect((await post(link)).headers.get('Location')).toBe(link)
  expect([await state(link), countAlerts(app.db)]).toEqual(['confirmed', 1])
  const cookie = await signIn(app)
  expect(await (await call(app, 'GET /api/places/alerts', { cookie })).json()).toEqual({ waiting: 1, isOffered: true })
  expect(await (await call(app, 'GET /api/mails', { cookie })).json()).toEqual([])
  await call(app, 'PUT /api/places', { cookie, json: { opensAt: '' } })
  const [, opening] = await server.mails(2)
  expect([opening?.subject, opening?.text?.includes('https://conferencia.gt/#registro')]).toEqual([
    'Ya abrió el registro de Conferencia 2025',
    true,
  ])
  await expect.poll(emails).toEqual([])
  expect((await call(app, `GET ${link}`)).status).toBe(404)
})

test('a request for an opening alert is answered alike for new and registered e-mails', async () => {
  const { app, ask } = await site()
  saveSection(app.db, 'places', { opensAt: '' }, someEdit)
  addRegistration(app.db, { email: 'ana@ejemplo.gt' })
  saveSection(app.db, 'places', { opensAt }, someEdit)
  await ask('eva@ejemplo.gt')
  const answers = await Promise.all(['ana@ejemplo.gt', 'eva@ejemplo.gt', 'luz@ejemplo.gt'].map(ask))
  expect(new Set(await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))).size).toBe(1)
})

test('without a script, requesting an opening alert redirects to a notice on the page', async () => {
  const { send, emails } = await site()
  expect(await send({ email: 'ana@ejemplo.gt', reserved: '' })).toBe('303 /#avisame-enviado')
  expect(await send({ email: 'ana' })).toBe('303 /#avisame-revisa')
  expect(await send({ email: 'eva@ejemplo.gt', reserved: 'x' })).toBe('303 /#avisame-revisa')
  expect(await send({ email: 'eva@ejemplo.gt' }, { ...form, 'Sec-Fetch-Site': 'cross-site' })).toBe('403 null')
  expect(emails()).toEqual(['ana@ejemplo.gt'])
})

test('limits how many opening alerts one IP address can request', async () => {
  const { ask, send } = await site({ registrationLimit: 2 })
  expect([(await ask('a@ejemplo.gt')).status, (await ask('b@ejemplo.gt')).status]).toEqual([202, 202])
  const refused = await ask('c@ejemplo.gt')
  expect([refused.status, refused.headers.has('Retry-After'), await send({ email: 'c@ejemplo.gt' })]).toEqual([
    429,
    true,
    '303 /#avisame-espera',
  ])
})

test.each([
  ['registration is open', { opens: '' }],
  ['the site sends no mails', { hasMail: false }],
])('no opening alert is offered or stored if %s', async (_, options) => {
  const { app, ask, send, emails } = await site(options)
  expect([(await ask('ana@ejemplo.gt')).status, await send({ email: 'ana@ejemplo.gt' })]).toEqual([409, '303 /#registro'])
  expect(emails()).toEqual([])
  const cookie = await signIn(app)
  expect(await (await call(app, 'GET /api/places/alerts', { cookie })).json()).toMatchObject({ waiting: 0 })
})

test('people delete their opening alert on its page, which shows if it is over', async () => {
  const { app, server, ask, post, state, emails } = await site()
  await ask('ana@ejemplo.gt')
  const link = linkIn((await server.mails(1))[0]?.text)
  saveSection(app.db, 'places', { opensAt: '' }, someEdit)
  await post(link)
  expect([await state(link), countAlerts(app.db)]).toEqual(['over', 0])
  const ids = app.db.prepare('SELECT id FROM openingAlerts').pluck().all()
  expect((await post(`${link}/no`)).headers.get('Location')).toBe('/#avisame-borrado')
  expect([...readErasures([join(app.config.dataDir, 'backups')]).alert]).toEqual(ids)
  expect([emails(), (await call(app, `GET ${link}`)).status]).toEqual([[], 404])
})

test('the end of a conference edition deletes all opening alerts', async () => {
  const { app, ask, emails } = await site()
  await ask('ana@ejemplo.gt')
  const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' } as const
  prepareEdition(app.db, '2098', new Date().toISOString())
  const next = { name: 'Otra', eventDate: '2099-11-20', keep }
  const result = finishEdition(app.db, next, { uploads: [], constancia: {} }, { ...someEdit, at: new Date().toISOString() })
  expect([result.outcome, emails()]).toEqual(['saved', []])
})
